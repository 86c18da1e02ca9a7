#include "cli/command_line_store.hpp"

namespace touchstone::cli {
namespace {

constexpr const char* kRecordExitCodes = "Exit codes: 0 done; 2 cannot read, find or understand.";

struct Filter {
  const char* name;
  std::string DecisionsOptions::*into;
  const char* meaning;
  const char* type;
};
constexpr Filter kFilters[] = {
    {"--session", &DecisionsOptions::session,
     "only of this session: its key, or how that begins or ends", "KEY"},
    {"--principal", &DecisionsOptions::principal, "only of this user", "NAME"},
    {"--server", &DecisionsOptions::server, "only about this server", "NAME"},
    {"--tool", &DecisionsOptions::tool,
     "only about this tool: send_email, mail/send_email, mail__send_email", "NAME"},
    {"--kind", &DecisionsOptions::kind, "only of this kind: call, result, approval, config, …",
     "KIND"},
    {"--effect", &DecisionsOptions::effect, "only with this outcome: allow, block, …", "EFFECT"},
    {"--would", &DecisionsOptions::would,
     "only where rules in shadow would have made it this: block, escalate, …", "EFFECT"},
    {"--since", &DecisionsOptions::since, "not before: 2h ago, or 2026-03-01T12:00:00Z", "TIME"},
};

void add_filters(CLI::App* command, DecisionsOptions& options) {
  for (const auto& filter : kFilters) {
    command->add_option(filter.name, options.*filter.into, filter.meaning)->type_name(filter.type);
  }
  command->add_option("--limit", options.limit, "how many at most (50)")
      ->check(CLI::Range(1, 1'000).description(""))
      ->type_name("N");
}

void define_decisions(CLI::App& app, DecisionsOptions& options, Action& action) {
  auto* group = app.add_subcommand("decisions", "What was decided about calls, and why");
  group->require_subcommand(1);
  const auto define = [&](const std::string& name, const std::string& meaning,
                          int (*run)(const DecisionsOptions&, Io&), const std::string& examples) {
    return define_store_command(*group, {name, meaning, examples, kRecordExitCodes}, run, options,
                                action);
  };
  group->footer(
      std::string("Examples:\n"
                  "  touchstone decisions list --effect block --since 24h\n"
                  "  touchstone decisions tail -f\n"
                  "  touchstone explain --last                              the story of one\n\n") +
      kRecordExitCodes);
  auto* list = define("list", "List decisions, the newest first", decisions_list,
                      "  touchstone decisions list --effect block --since 24h\n"
                      "  touchstone decisions list --tool mail/send_email --format json\n"
                      "  touchstone decisions list --would block\n");
  add_filters(list, options);
  auto* show = define("show", "Show one decision, whole", decisions_show,
                      "  touchstone decisions show 019a8d3c2f10-0000000007\n"
                      "  touchstone decisions show 7\n");
  show->add_option("id", options.id, "as list shows it, or how that begins or ends")
      ->required()
      ->type_name("");
  auto* ai = define("ai", "Count calls of tools that use AI, for each user", decisions_ai,
                    "  touchstone decisions ai --since 24h\n");
  ai->add_option("--principal", options.principal, "only of this user")->type_name("NAME");
  ai->add_option("--since", options.since, "not before: 2h ago, or 2026-03-01T12:00:00Z (all)")
      ->type_name("TIME");
  auto* tail = define("tail", "Show the last decisions, and those to come", decisions_tail,
                      "  touchstone decisions tail\n"
                      "  touchstone decisions tail -f --format json | jq .effect\n");
  add_filters(tail, options);
  tail->add_flag("-f,--follow", options.follow, "go on with what is decided from now on");
  tail->add_option("--for", options.watch_for, "follow: how long; absent: until interrupted")
      ->type_name("DURATION");
}

void add_session(CLI::App* command, SessionsOptions& options) {
  command
      ->add_option("session", options.key, "its key, as list shows it, or how that begins or ends")
      ->required()
      ->type_name("");
}

void define_sessions(CLI::App& app, SessionsOptions& options, Action& action) {
  auto* group = app.add_subcommand("sessions", "What clients have seen, and what is kept of it");
  group->require_subcommand(1);
  const auto define = [&](const std::string& name, const std::string& meaning,
                          int (*run)(const SessionsOptions&, Io&), const std::string& examples) {
    return define_store_command(*group, {name, meaning, examples, kRecordExitCodes}, run, options,
                                action);
  };
  group->footer(std::string("Examples:\n"
                            "  touchstone sessions list\n"
                            "  touchstone sessions show 8c1f\n"
                            "  touchstone sessions end 8c1f --reason 'work is done'\n\n") +
                kRecordExitCodes);
  auto* list = define("list", "List sessions, the newest first", sessions_list,
                      "  touchstone sessions list\n"
                      "  touchstone sessions list --all --format json\n");
  list->add_flag("--all", options.all, "also those that ended");
  list->add_option("--limit", options.limit, "how many at most (50)")
      ->check(CLI::Range(1, 1'000).description(""))
      ->type_name("N");
  auto* show = define("show", "Show one session, its label and where it comes from", sessions_show,
                      "  touchstone sessions show 8c1f\n");
  add_session(show, options);
  auto* end = define("end", "End a session; the next call begins anew, with an empty label",
                     sessions_end, "  touchstone sessions end 8c1f --reason 'work is done'\n");
  add_session(end, options);
  end->add_option("--reason", options.reason, "why, for the record")->type_name("TEXT");
  auto* declassify = define(
      "declassify", "Say that something a session has seen is no longer a reason for care",
      sessions_declassify,
      "  touchstone sessions declassify 8c1f --class financial --reason 'figures are public'\n"
      "  touchstone sessions declassify 8c1f --untrusted --reason 'I wrote that page'\n");
  add_session(declassify, options);
  add_declassify_words(declassify, options,
                       {"that it has seen untrusted content", "that it has seen private data",
                        "that it has seen malicious content"});
}

}  // namespace

void define_records(CLI::App& app, DecisionsOptions& decisions, SessionsOptions& sessions,
                    Action& action) {
  define_decisions(app, decisions, action);
  define_sessions(app, sessions, action);
}

}  // namespace touchstone::cli
