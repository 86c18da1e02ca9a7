#include <fmt/format.h>

#include "cli/command_line_parts.hpp"

namespace touchstone::cli {
namespace {

constexpr const char* kExitConfig =
    "Exit codes: 0 good; 1 it has problems (warnings alone are none); 2 cannot read or understand.";

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
      "  # yaml-language-server: $schema=touchstone.schema.json\n\n"
      "Exit codes: 0 done.");
  command->callback([&] { action = [&options](Io& io) { return config_schema(options, io); }; });
}

void define_config(CLI::App& app, GatewayCommandsOptions& options, Action& action) {
  auto* group = app.add_subcommand("config", "Check, show and describe the gateway's config");
  group->require_subcommand(1);
  define_config_check(*group, options.config, action);
  define_config_show(*group, options.config, action);
  define_config_schema(*group, options.schema, action);
  group->footer(std::string("Examples:\n"
                            "  touchstone config check\n"
                            "  touchstone config show --format json\n"
                            "  touchstone config schema > touchstone.schema.json\n\n") +
                kExitConfig);
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

}  // namespace

void define_gateway(CLI::App& app, GatewayCommandsOptions& options, Action& action) {
  define_run(app, options.run, action);
  define_stdio(app, options.stdio, action);
  define_connect(app, options.connect, action);
  define_servers(app, options.servers, action);
  define_demo_server(app, options.demo_server, action);
  define_config(app, options, action);
}

}  // namespace touchstone::cli
