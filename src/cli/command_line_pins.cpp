#include "cli/command_line_parts.hpp"

namespace touchstone::cli {
namespace {

constexpr const char* kPinsExitCodes =
    "Exit codes: 0 done, and nothing waits (of what was asked for); 1 something waits for a "
    "person; "
    "2 cannot read or\nunderstand.";

using PinsCommand = int (*)(const PinsOptions&, Io&);

CLI::App* define_pins_command(CLI::App& group, const std::string& name, const std::string& meaning,
                              PinsCommand run, PinsOptions& options, Action& action) {
  auto* command = group.add_subcommand(name, meaning);
  command->add_option("--config", options.config, "whose `pins` to use; absent: the usual config")
      ->type_name("FILE");
  command
      ->add_option("--pins", options.pins,
                   "the pin store; absent: the config's, else in ~/.local/state/touchstone")
      ->type_name("FILE");
  add_choice<Format>(command, "--format", options.format,
                     {{"table", Format::kTable}, {"json", Format::kJson}}, "how to print (table)");
  command->callback(
      [&options, &action, run] { action = [&options, run](Io& io) { return run(options, io); }; });
  return command;
}

void add_server(CLI::App* command, PinsOptions& options, bool required) {
  auto* server = command->add_option("server", options.server, "its name in the config");
  server->type_name("");
  if (required) server->required();
}

void add_names(CLI::App* command, PinsOptions& options, const std::string& meaning) {
  command->add_option("names", options.names, meaning)->type_name("");
}

}  // namespace

void define_pins(CLI::App& app, PinsOptions& options, Action& action) {
  auto* group =
      app.add_subcommand("pins", "What servers have shown, what changed, and what waits for you");
  group->require_subcommand(1);
  group->footer(std::string("Examples:\n"
                            "  touchstone pins diff\n"
                            "  touchstone pins accept files\n\n") +
                kPinsExitCodes);
  auto* list = define_pins_command(*group, "list", "List what is pinned and what waits", pins_list,
                                   options, action);
  add_server(list, options, false);
  list->footer(std::string("Examples:\n"
                           "  touchstone pins list\n"
                           "  touchstone pins list files\n\n") +
               kPinsExitCodes);
  auto* diff = define_pins_command(*group, "diff", "Show what changed, the worst first", pins_diff,
                                   options, action);
  add_server(diff, options, false);
  add_names(diff, options,
            "tools; prompt:NAME, template:URI and server:identity for the others; NAME@DIGEST for "
            "one definition");
  diff->footer(std::string("Examples:\n"
                           "  touchstone pins diff\n"
                           "  touchstone pins diff files read_file\n"
                           "  touchstone pins diff --format json | jq '.[] | .name'\n\n") +
               kPinsExitCodes);
  auto* accept = define_pins_command(*group, "accept", "Take what waits as the new state",
                                     pins_accept, options, action);
  add_server(accept, options, true);
  add_names(accept, options,
            "what to accept; NAME@DIGEST: only this definition; absent: all that waits and is not "
            "hostile");
  accept->footer(
      std::string("Examples:\n"
                  "  touchstone pins accept files\n"
                  "  touchstone pins accept files read_file server:identity\n"
                  "  touchstone pins accept files read_file@3fa2b4c5d6e70819a0b1c2d3e4f50617\n\n"
                  "With the 32 digits in the command that diff shows, nothing else is accepted "
                  "than what you\nsaw. What is hostile is accepted only so.\n") +
      kPinsExitCodes);
  auto* reject = define_pins_command(*group, "reject", "Refuse what waits, and never ask again",
                                     pins_reject, options, action);
  add_server(reject, options, true);
  add_names(reject, options,
            "what to refuse; NAME@DIGEST: only this definition; absent: all that waits");
  reject->footer(std::string("Examples:\n"
                             "  touchstone pins reject files\n"
                             "  touchstone pins reject files read_file\n\n"
                             "What was refused stays blocked until it changes again; accept takes "
                             "it by name all the same.\n") +
                 kPinsExitCodes);
}

}  // namespace touchstone::cli
