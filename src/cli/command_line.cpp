#include "cli/command_line.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/command_line_store.hpp"
#include "cli/exit_code.hpp"
#include "cli/report_error.hpp"

namespace touchstone::cli {
namespace {

constexpr const char* kExitLint =
    "Exit codes: 0 nothing found; 1 something found, at least as severe as --severity; 2 cannot\n"
    "read or understand.";
constexpr const char* kExitConfig =
    "Exit codes: 0 good; 1 it has problems (warnings alone are none); 2 cannot read or understand.";

constexpr const char* kInputs =
    "<file> is a tools/list result, the JSON-RPC response around it, an array of tools, one tool, "
    "or\n"
    "JSON Lines of such; - reads standard input, @demo is the list built into the program. A "
    "config\n"
    "(YAML, or JSON with mcpServers) starts its servers and takes their tools; @gateway asks the\n"
    "gateway that runs.";

void add_source(CLI::App* command, std::string& source) {
  command->add_option("file", source, "tool list or config; - for standard input, @demo, @gateway")
      ->required()
      ->type_name("");
}

const std::map<std::string, model::Trust> kTrusts{{"untrusted", model::Trust::kUntrusted},
                                                  {"standard", model::Trust::kStandard},
                                                  {"trusted", model::Trust::kTrusted}};

void add_trust(CLI::App* command, model::Trust& trust) {
  add_choice(command, "--trust", trust, kTrusts,
             "how far to believe the server's reassuring claims (standard)");
}

struct Options {
  RunOptions run;
  RunOptions stdio{.level = base::Level::kWarning};
  RunOptions connect{.level = base::Level::kWarning};
  DemoServerOptions demo_server;
  LintOptions lint;
  ToolsOptions tools;
  ExplainOptions explain;
  ResolveOptions resolve;
  FieldsOptions fields;
  ConfigOptions config;
  ConfigSchemaOptions schema;
  EvalCommandOptions eval;
  PinsOptions pins;
  ServersOptions servers;
  PolicyOptions policy;
  ApprovalsOptions approvals;
  DecisionsOptions decisions;
  SessionsOptions sessions;
};

void define_lint(CLI::App& app, LintOptions& options, Action& action) {
  auto* command =
      app.add_subcommand("lint", "Report what is wrong with tools' annotations and words");
  add_source(command, options.source);
  add_choice<Format>(command, "--format", options.format,
                     {{"table", Format::kTable},
                      {"json", Format::kJson},
                      {"sarif", Format::kSarif},
                      {"markdown", Format::kMarkdown}},
                     "how to print (table)");
  add_choice<model::Severity>(command, "--severity", options.at_least,
                              {{"note", model::Severity::kNote},
                               {"warning", model::Severity::kWarning},
                               {"error", model::Severity::kError}},
                              "the least severe findings to report and to fail on (note)");
  command->footer(
      std::string("Examples:\n"
                  "  touchstone lint tools.json\n"
                  "  touchstone lint tools.json --severity warning --format sarif > lint.sarif\n"
                  "  my-server --list-tools | touchstone lint -\n\n") +
      kInputs + "\n\n" + kExitLint);
  command->callback([&] { action = [&options](Io& io) { return lint(options, io); }; });
}

void define_tools(CLI::App& app, ToolsOptions& options, Action& action) {
  auto* command = app.add_subcommand("tools", "List, filter and sort tools by any annotation");
  add_source(command, options.source);
  command->add_option("--where", options.where, "only tools for which this holds")
      ->type_name("CONDITION");
  command->add_option("--sort", options.sort, "facts to sort by; riskiest first, texts from a to z")
      ->type_name("FACT[:desc],...");
  command->add_option("--columns", options.columns, "facts to show")->type_name("FACT,...");
  add_choice<Format>(command, "--format", options.format,
                     {{"table", Format::kTable},
                      {"json", Format::kJson},
                      {"jsonl", Format::kJsonLines},
                      {"markdown", Format::kMarkdown}},
                     "how to print (table)");
  add_trust(command, options.trust);
  command->footer(
      std::string(
          "Examples:\n"
          "  touchstone tools tools.json --sort risk\n"
          "  touchstone tools tools.json --where 'readOnlyHint = unset'\n"
          "  touchstone tools tools.json --where 'tier = destructive and not reversibleHint'\n"
          "  touchstone tools tools.json --where 'legs = sendsOut' --columns name,risk,legs\n"
          "  touchstone tools tools.json --format json | jq '.[] | select(.risk == "
          "\"critical\").name'\n\n"
          "Conditions: = != < <= > >= ~ (with *), in (a, b), is set, is unset; and, or, not, ( ).\n"
          "A hint is true, false or unset: `= false` does not hold where nobody said anything.\n"
          "`touchstone fields` lists all names.\n\n") +
      kInputs + "\n\n" + kExitPlain);
  command->callback([&] { action = [&options](Io& io) { return tools(options, io); }; });
}

void define_explain(CLI::App& app, ExplainOptions& options, Action& action) {
  auto* command = app.add_subcommand(
      "explain", "Tell where each value of a tool comes from, or the story of a decision");
  command
      ->add_option("file", options.source,
                   "tool list or config; - for standard input, @demo, @gateway; or a decision's id")
      ->type_name("");
  command->add_option("tool", options.tool, "the tool's name, or server/name")->type_name("");
  command->add_flag("--last", options.last, "the latest decision");
  add_store(command, options);
  add_choice<Format>(command, "--format", options.format,
                     {{"table", Format::kTable}, {"json", Format::kJson}}, "how to print (table)");
  add_trust(command, options.trust);
  command->footer(std::string("Examples:\n"
                              "  touchstone explain tools.json delete_file\n"
                              "  touchstone explain @demo mail/send_email --trust untrusted\n"
                              "  touchstone explain 019a8d3c2f10-0000000007\n"
                              "  touchstone explain 7\n"
                              "  touchstone explain --last --config touchstone.yaml\n\n"
                              "A decision's id is what `touchstone decisions list` shows; how it "
                              "begins, or the number\n"
                              "that ends it, will do.\n\n") +
                  kInputs + "\n\n" + kExitPlain);
  command->callback([&] { action = [&options](Io& io) { return explain(options, io); }; });
}

void define_resolve(CLI::App& app, ResolveOptions& options, Action& action) {
  auto* command = app.add_subcommand("resolve", "Tell what one call of a tool would be");
  add_source(command, options.source);
  command->add_option("tool", options.tool, "the tool's name, or server/name")
      ->required()
      ->type_name("");
  command->add_option("--arguments", options.arguments, "the call's arguments ({}); - reads them")
      ->type_name("JSON");
  command->add_option("--config", options.config, "for domains, roots and rules (none)")
      ->type_name("FILE");
  command->add_option("--server", options.server, "its name there (the tool's, or the only one)")
      ->type_name("NAME");
  add_choice<Format>(command, "--format", options.format,
                     {{"table", Format::kTable}, {"json", Format::kJson}}, "how to print (table)");
  add_trust(command, options.trust);
  command->footer(
      std::string("Examples:\n"
                  "  touchstone resolve @demo manage_files --arguments '{\"action\": \"read\"}'\n"
                  "  touchstone resolve tools.json query --arguments - --config touchstone.yaml < "
                  "call.json\n"
                  "\nA server of the config brings its own trust.\n\n") +
      kInputs + "\n\n" + kExitPlain);
  command->callback([&] { action = [&options](Io& io) { return resolve_call(options, io); }; });
}

void define_fields(CLI::App& app, FieldsOptions& options, Action& action) {
  auto* command = app.add_subcommand("fields", "List all annotation fields, aliases and facts");
  add_choice<Format>(
      command, "--format", options.format,
      {{"table", Format::kTable}, {"json", Format::kJson}, {"markdown", Format::kMarkdown}},
      "how to print (table)");
  command->footer(std::string("Examples:\n"
                              "  touchstone fields\n"
                              "  touchstone fields --format markdown > annotations.md\n\n") +
                  kExitPlain);
  command->callback([&] { action = [&options](Io& io) { return fields(options, io); }; });
}

void add_config_file(CLI::App* command, ConfigOptions& options) {
  command
      ->add_option(
          "file", options.source,
          "the config; - for standard input; absent: touchstone.yaml, .yml or .json here or "
          "in ~/.config/touchstone")
      ->type_name("");
}

void define_config_check(CLI::App& group, ConfigOptions& options, Action& action) {
  auto* command = group.add_subcommand("check", "Say what is wrong with a config, and where");
  add_config_file(command, options);
  add_choice<bool>(command, "--format", options.as_json, {{"text", false}, {"json", true}},
                   "how to print (text)");
  command->footer(std::string("Examples:\n"
                              "  touchstone config check\n"
                              "  touchstone config check ~/.cursor/mcp.json\n"
                              "  touchstone config check touchstone.yaml --format json\n\n") +
                  kExitConfig);
  command->callback([&] { action = [&options](Io& io) { return config_check(options, io); }; });
}

void define_config_show(CLI::App& group, ConfigOptions& options, Action& action) {
  auto* command = group.add_subcommand("show", "Print the config in force, defaults and all");
  add_config_file(command, options);
  add_choice<bool>(command, "--format", options.as_json, {{"yaml", false}, {"json", true}},
                   "how to print (yaml)");
  command->add_flag("--reveal", options.reveal, "show secrets instead of ***");
  command->footer(
      std::string("Examples:\n"
                  "  touchstone config show\n"
                  "  touchstone config show .vscode/mcp.json --reveal > touchstone.yaml\n"
                  "  touchstone config show --format json | jq .limits\n\n") +
      kExitConfig);
  command->callback([&] { action = [&options](Io& io) { return config_show(options, io); }; });
}

void define_config_schema(CLI::App& group, ConfigSchemaOptions& options, Action& action) {
  auto* command = group.add_subcommand("schema", "Print the JSON Schema, so that editors complete");
  add_choice<Format>(command, "--format", options.format,
                     {{"json", Format::kJson}, {"markdown", Format::kMarkdown}},
                     "the schema, or the reference of all keys (json)");
  command->footer(
      "Examples:\n"
      "  touchstone config schema > touchstone.schema.json\n"
      "  then, as the first line of touchstone.yaml:\n"
      "  # yaml-language-server: $schema=touchstone.schema.json\n");
  command->callback([&] { action = [&options](Io& io) { return config_schema(options, io); }; });
}

void define_config(CLI::App& app, Options& options, Action& action) {
  auto* group = app.add_subcommand("config", "Check, show and describe the gateway's config");
  group->require_subcommand(1);
  define_config_check(*group, options.config, action);
  define_config_show(*group, options.config, action);
  define_config_schema(*group, options.schema, action);
  group->footer(
      "Examples:\n"
      "  touchstone config check\n"
      "  touchstone config show --format json\n"
      "  touchstone config schema > touchstone.schema.json\n");
}

void add_log_level(CLI::App* command, base::Level& level) {
  const auto* usual = level == base::Level::kInfo ? "info" : "warning";
  add_choice<base::Level>(command, "--log", level,
                          {{"debug", base::Level::kDebug},
                           {"info", base::Level::kInfo},
                           {"warning", base::Level::kWarning},
                           {"error", base::Level::kError},
                           {"off", base::Level::kOff}},
                          fmt::format("how much to tell on standard error ({})", usual));
}

void add_gateway_config(CLI::App* command, RunOptions& options) {
  command
      ->add_option("--config", options.config,
                   "the config; absent: touchstone.yaml, .yml or .json here or in "
                   "~/.config/touchstone, else the built-in demo servers")
      ->type_name("FILE");
  add_log_level(command, options.level);
}

void define_run(CLI::App& app, RunOptions& options, Action& action) {
  auto* command = app.add_subcommand("run", "Run the gateway: many MCP servers behind one address");
  add_gateway_config(command, options);
  command->add_option("--listen", options.listen, "where to listen (127.0.0.1:7332)")
      ->type_name("HOST:PORT");
  command->footer(
      std::string(
          "Examples:\n"
          "  touchstone run                                  on the built-in demo servers\n"
          "  touchstone run --config ~/.cursor/mcp.json\n"
          "  touchstone run --listen 127.0.0.1:8000 --log debug\n\n"
          "/mcp has all servers, /mcp/s/<server> one alone under its own names. SIGHUP, or a\n"
          "change of the file, reads the config again; calls under way go on. Ctrl-C ends "
          "it.\n\n") +
      kExitPlain);
  command->callback([&] { action = [&options](Io& io) { return run_gateway(options, io); }; });
}

void define_stdio(CLI::App& app, RunOptions& options, Action& action) {
  auto* command =
      app.add_subcommand("stdio", "Run a gateway for one client, on standard input and output");
  add_gateway_config(command, options);
  command->footer(
      std::string("Example, in a client's config:\n"
                  "  \"touchstone\": {\"command\": \"touchstone\", \"args\": [\"stdio\", "
                  "\"--config\", \"servers.yaml\"]}\n\n") +
      kExitPlain);
  command->callback([&] { action = [&options](Io& io) { return run_stdio(options, io); }; });
}

void add_socket(CLI::App* command, std::string& socket) {
  command
      ->add_option("--socket", socket,
                   "the running gateway's socket; absent: the config's, else the default")
      ->type_name("PATH");
}

void define_connect(CLI::App& app, RunOptions& options, Action& action) {
  auto* command = app.add_subcommand(
      "connect", "Connect one client to the gateway that runs, or to one of its own");
  add_gateway_config(command, options);
  add_socket(command, options.socket);
  command->footer(
      std::string("Example, in a client's config:\n"
                  "  \"touchstone\": {\"command\": \"touchstone\", \"args\": [\"connect\"]}\n\n") +
      kExitPlain);
  command->callback([&] { action = [&options](Io& io) { return connect(options, io); }; });
}

void define_servers(CLI::App& app, ServersOptions& options, Action& action) {
  auto* command =
      app.add_subcommand("servers", "How the servers of the gateway that runs are doing");
  command
      ->add_option("--config", options.config,
                   "the running gateway's config; absent: the usual config")
      ->type_name("FILE");
  add_socket(command, options.socket);
  add_choice<Format>(command, "--format", options.format,
                     {{"table", Format::kTable}, {"json", Format::kJson}}, "how to print (table)");
  command->footer(std::string("Examples:\n"
                              "  touchstone servers\n"
                              "  touchstone servers --config ~/.cursor/mcp.json\n"
                              "  touchstone servers --format json | jq '.[] | .state'\n\n") +
                  kExitPlain);
  command->callback([&] { action = [&options](Io& io) { return servers(options, io); }; });
}

void define_demo_server(CLI::App& app, DemoServerOptions& options, Action& action) {
  auto* command =
      app.add_subcommand("demo-server", "Run one of the small MCP servers inside this program");
  command->add_option("name", options.name, "files, web, mail, shell, liar, conformance or echo")
      ->required()
      ->type_name("");
  command
      ->add_option("--listen", options.listen,
                   "serve HTTP there; absent: standard input and output")
      ->type_name("HOST:PORT");
  command
      ->add_option("--root", options.root,
                   "the folder it works in; absent: a new one, removed at the end")
      ->type_name("DIR");
  command->footer(std::string("Examples:\n"
                              "  touchstone demo-server files\n"
                              "  touchstone demo-server conformance --listen 127.0.0.1:8000\n\n") +
                  kExitPlain);
  command->callback([&] { action = [&options](Io& io) { return demo_server(options, io); }; });
}

struct Heading {
  const char* command;
  const char* heading;
};
constexpr const char* kOfGateway = "The gateway";
constexpr const char* kOfTools = "What tools are";
constexpr const char* kOfDecisions = "What is decided";
constexpr Heading kHeadings[] = {
    {"run", kOfGateway},         {"stdio", kOfGateway},      {"connect", kOfGateway},
    {"servers", kOfGateway},     {"config", kOfGateway},     {"demo-server", kOfGateway},
    {"lint", kOfTools},          {"tools", kOfTools},        {"explain", kOfTools},
    {"resolve", kOfTools},       {"fields", kOfTools},       {"pins", kOfTools},
    {"demo", kOfTools},          {"policy", kOfDecisions},   {"approvals", kOfDecisions},
    {"decisions", kOfDecisions}, {"sessions", kOfDecisions}, {"eval", "How well"}};

void define(CLI::App& app, Options& options, Action& action) {
  app.require_subcommand(1);
  app.set_version_flag("--version", "touchstone " TOUCHSTONE_VERSION);
  define_run(app, options.run, action);
  define_stdio(app, options.stdio, action);
  define_connect(app, options.connect, action);
  define_servers(app, options.servers, action);
  define_demo_server(app, options.demo_server, action);
  define_lint(app, options.lint, action);
  define_tools(app, options.tools, action);
  define_explain(app, options.explain, action);
  define_resolve(app, options.resolve, action);
  define_fields(app, options.fields, action);
  define_config(app, options, action);
  define_pins(app, options.pins, action);
  define_policy(app, options.policy, action);
  define_approvals(app, options.approvals, action);
  define_records(app, options.decisions, options.sessions, action);
  define_eval(app, options.eval, action);
  auto* command = app.add_subcommand("demo", "Show all of this on a built-in list");
  command->callback([&] { action = [](Io& io) { return demo(io); }; });
  for (const auto& [name, heading] : kHeadings) app.get_subcommand(name)->group(heading);
  app.footer(
      std::string("Examples:\n"
                  "  touchstone run                                    on built-in demo servers\n"
                  "  touchstone run --config ~/.cursor/mcp.json        on your own\n"
                  "  touchstone tools ~/.cursor/mcp.json --sort risk   what they can do\n"
                  "  touchstone approvals watch                        calls that wait for you\n"
                  "  touchstone explain --last                         why it was decided so\n"
                  "  touchstone <command> --help                       options and examples\n\n") +
      kExitCodes);
}

// --help and --version are not failures; everything else that CLI11 throws is a usage error.
int report_usage(CLI::App& app, const CLI::ParseError& error, Io& io) {
  if (error.get_exit_code() == 0) {
    app.exit(error, io.out, io.err);
    return kExitClean;
  }
  return report(io, {error.what(), "", "touchstone --help, or touchstone <command> --help"});
}

// The words were not understood because the first of them is no command.
std::optional<base::Error> unknown_command(CLI::App& app, const std::string& command) {
  std::vector<std::string> names;
  for (const auto* known : app.get_subcommands({})) names.push_back(known->get_name());
  if (command.starts_with('-') || std::ranges::find(names, command) != names.end()) return {};
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const auto meant = base::closest(command, candidates);
  return base::Error{"there is no command " + command, "",
                     meant.empty() ? "touchstone --help" : "touchstone " + std::string(meant)};
}

}  // namespace

int run(std::span<const std::string> arguments, Io& io) {
  CLI::App app(
      "Touchstone is a gateway for MCP: it tells what tools really are, and decides what may "
      "happen.",
      "touchstone");
  Options options;
  Action action;
  define(app, options, action);
  if (arguments.empty()) {
    io.err << app.help();
    return kExitFailed;
  }
  if (const auto unknown = unknown_command(app, arguments.front())) return report(io, *unknown);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return report_usage(app, error, io);
  }
  const int code = action(io);
  io.out.flush();
  if (!io.out) return report(io, {"the output could not be written", "", ""});
  return code;
}

}  // namespace touchstone::cli
