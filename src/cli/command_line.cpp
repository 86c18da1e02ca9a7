#include "cli/command_line.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/command_line_parts.hpp"
#include "cli/exit_code.hpp"
#include "cli/report_error.hpp"

namespace touchstone::cli {
namespace {

struct Options {
  GatewayCommandsOptions gateway;
  ToolsCommandsOptions tools;
  EvalCommandOptions eval;
  PinsOptions pins;
  PolicyOptions policy;
  ApprovalsOptions approvals;
  DecisionsOptions decisions;
  SessionsOptions sessions;
  PlacesOptions places;
};

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
    {"decisions", kOfDecisions}, {"sessions", kOfDecisions}, {"places", kOfDecisions},
    {"eval", "How well"}};

void define(CLI::App& app, Options& options, Action& action) {
  app.require_subcommand(1);
  app.set_version_flag("--version", "touchstone " TOUCHSTONE_VERSION);
  define_gateway(app, options.gateway, action);
  define_tools(app, options.tools, action);
  define_pins(app, options.pins, action);
  define_policy(app, options.policy, action);
  define_approvals(app, options.approvals, action);
  define_records(app, options.decisions, options.sessions, action);
  define_places(app, options.places, action);
  define_eval(app, options.eval, action);
  auto* command = app.add_subcommand("demo", "Show all of this on a built-in list");
  command->footer(
      "It needs no config, changes nothing, and calls no server: the list is in the program.\n\n"
      "Examples:\n"
      "  touchstone demo\n"
      "  touchstone tools @demo --format json    the same list, for each command alone\n\n"
      "Exit codes: 0 done; 2 cannot be shown.");
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

// The words were not understood because the first of them is no command, or the next is none of
// its commands.
std::optional<base::Error> unknown_command(CLI::App& app, std::span<const std::string> words,
                                           const std::string& before = "touchstone") {
  std::vector<std::string> names;
  for (const auto* known : app.get_subcommands({})) names.push_back(known->get_name());
  if (names.empty() || words.empty() || words.front().starts_with('-')) return {};
  const std::string& command = words.front();
  if (std::ranges::find(names, command) != names.end())
    return unknown_command(*app.get_subcommand(command), words.subspan(1),
                           fmt::format("{} {}", before, command));
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const auto meant = base::closest(command, candidates);
  const auto whole = fmt::format("{} {}", before, command).substr(sizeof("touchstone"));
  return base::Error{"there is no command " + whole, "",
                     fmt::format("{} {}", before, meant.empty() ? "--help" : meant)};
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
  if (const auto unknown = unknown_command(app, arguments)) return report(io, *unknown);
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
