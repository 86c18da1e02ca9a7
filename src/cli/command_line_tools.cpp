#include "cli/command_line_store.hpp"

namespace touchstone::cli {
namespace {

constexpr const char* kExitLint =
    "Exit codes: 0 nothing found; 1 something found, at least as severe as --severity; 2 cannot\n"
    "read or understand.";
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

void define_tool_table(CLI::App& app, ToolsOptions& options, Action& action) {
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

}  // namespace

void define_tools(CLI::App& app, ToolsCommandsOptions& options, Action& action) {
  define_lint(app, options.lint, action);
  define_tool_table(app, options.tools, action);
  define_explain(app, options.explain, action);
  define_resolve(app, options.resolve, action);
  define_fields(app, options.fields, action);
}

}  // namespace touchstone::cli
