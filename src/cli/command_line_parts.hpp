// What the files that define the command line share. They alone include CLI11, which is slow to
// compile.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/io.hpp"

namespace touchstone::cli {

// What the words that were understood ask for.
using Action = std::function<int(Io&)>;

// Of the whole program, and of commands that find nothing or something.
inline constexpr const char* kExitCodes =
    "Exit codes: 0 done, and nothing found; 1 something found (lint, config, pins, approvals, "
    "policy);\n2 cannot read, find or understand. A command's --help says what that is for it.";
inline constexpr const char* kExitPlain = "Exit codes: 0 done; 2 cannot read, find or understand.";
inline constexpr const char* kExitScored = "Exit codes: 0 scored; 2 cannot read or understand.";

template <typename Enum>
void add_choice(CLI::App* command, const std::string& name, Enum& into,
                const std::map<std::string, Enum>& words, const std::string& meaning) {
  std::string list;
  std::vector<std::pair<Enum, std::string>> ordered;
  for (const auto& [word, value] : words) ordered.emplace_back(value, word);
  std::ranges::sort(ordered);
  for (const auto& [value, word] : ordered) list += (list.empty() ? "" : "|") + word;
  command
      ->add_option_function<std::string>(
          name, [&into, words](const std::string& word) { into = words.at(word); }, meaning)
      ->check(CLI::IsMember(words).description(""))
      ->type_name(list);
}

// command_line_tools.cpp: lint, tools, explain, resolve, fields.
struct ToolsCommandsOptions {
  LintOptions lint;
  ToolsOptions tools;
  ExplainOptions explain;
  ResolveOptions resolve;
  FieldsOptions fields;
};
void define_tools(CLI::App& app, ToolsCommandsOptions& options, Action& action);
// command_line_gateway.cpp: run, stdio, connect, servers, demo-server, config.
struct GatewayCommandsOptions {
  RunOptions run;
  RunOptions stdio{.level = base::Level::kWarning};
  RunOptions connect{.level = base::Level::kWarning};
  ServersOptions servers;
  DemoServerOptions demo_server;
  ConfigOptions config;
  ConfigSchemaOptions schema;
};
void define_gateway(CLI::App& app, GatewayCommandsOptions& options, Action& action);
struct EvalCommandOptions {
  EvalOptions annotations;
  EvalDescriptionsOptions descriptions;
  EvalDetectOptions detect;
  EvalSearchOptions search;
  EvalOptions drift;
};
// `touchstone eval …`. Options and action must outlive the parsing.
void define_eval(CLI::App& app, EvalCommandOptions& options, Action& action);
// command_line_pins.cpp: pins list, diff, accept, reject.
void define_pins(CLI::App& app, PinsOptions& options, Action& action);
// command_line_approvals.cpp, command_line_records.cpp: approvals, decisions and sessions.
void define_approvals(CLI::App& app, ApprovalsOptions& options, Action& action);
void define_records(CLI::App& app, DecisionsOptions& decisions, SessionsOptions& sessions,
                    Action& action);
// command_line_places.cpp: places list, show, declassify.
void define_places(CLI::App& app, PlacesOptions& options, Action& action);
// command_line_policy.cpp: policy facts, show, check, test, explain, diff.
void define_policy(CLI::App& app, PolicyOptions& options, Action& action);

}  // namespace touchstone::cli
