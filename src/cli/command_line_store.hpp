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

// What may be taken from a label, as people are told.
struct DeclassifyWords {
  const char* untrusted;
  const char* is_private;
  const char* malicious;
};

// The words that say what goes, and --reason.
inline void add_declassify_words(CLI::App* command, DeclassifyOptions& options,
                                 const DeclassifyWords& words) {
  command->add_option("--reason", options.reason, "why, for the record")
      ->required()
      ->type_name("TEXT")
      ->check(CLI::Validator(
          [](const std::string& text) {
            const bool says_something = text.find_first_not_of(" \t") != std::string::npos;
            return says_something ? std::string() : std::string("a reason has words");
          },
          ""));
  command->add_option("--class", options.classes, "a data class, scope or label; may be repeated")
      ->type_name("CLASS");
  command->add_flag("--untrusted", options.untrusted, words.untrusted);
  command->add_flag("--private", options.is_private, words.is_private);
  command->add_flag("--malicious", options.malicious, words.malicious);
  command->add_flag("--all", options.all, "all of it, also where it came from");
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
