// What the definitions of commands over a store share.
#pragma once

#include <string>

#include "cli/command_line_parts.hpp"

namespace touchstone::cli {

struct CommandWords {
  std::string name;
  std::string meaning;
  std::string examples;  // lines
  const char* exit_codes;
};

// --config and --store.
inline void add_store(CLI::App* command, StoreOptions& options) {
  command->add_option("--config", options.config, "whose `store` to use; absent: the usual config")
      ->type_name("FILE");
  command
      ->add_option("--store", options.store,
                   "the store; absent: the config's, else in ~/.local/state/touchstone")
      ->type_name("FILE");
}

// A command with --config, --store and --format. Options and action must outlive the parsing.
template <typename Options>
CLI::App* define_store_command(CLI::App& group, const CommandWords& words,
                               int (*run)(const Options&, Io&), Options& options, Action& action) {
  auto* command = group.add_subcommand(words.name, words.meaning);
  add_store(command, options);
  add_choice<Format>(command, "--format", options.format,
                     {{"table", Format::kTable}, {"json", Format::kJson}}, "how to print (table)");
  command->footer("Examples:\n" + words.examples + "\n" + words.exit_codes);
  command->callback(
      [&options, &action, run] { action = [&options, run](Io& io) { return run(options, io); }; });
  return command;
}

}  // namespace touchstone::cli
