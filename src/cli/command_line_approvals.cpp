#include "cli/command_line_parts.hpp"
#include "cli/command_line_store.hpp"

namespace touchstone::cli {
namespace {

constexpr const char* kApprovalExitCodes =
    "Exit codes: 0 done, and nothing waits (list); 1 something waits (list), the answer came "
    "too late (allow, deny),\nor nothing was left to take back (revoke); 2 cannot read or "
    "understand.";

using ApprovalsCommand = int (*)(const ApprovalsOptions&, Io&);

struct ApprovalsGroup {
  CLI::App& group;
  ApprovalsOptions& options;
  Action& action;

  CLI::App* define(const std::string& name, const std::string& meaning, ApprovalsCommand run,
                   const std::string& examples) const {
    return define_store_command(group, {name, meaning, examples, kApprovalExitCodes}, run, options,
                                action);
  }
};

void add_ticket(CLI::App* command, ApprovalsOptions& options) {
  command->add_option("ticket", options.id, "its id, as list shows it, or how that begins or ends")
      ->required()
      ->type_name("");
}

void define_looking(const ApprovalsGroup& of) {
  auto* list = of.define("list", "List the questions that wait", approvals_list,
                         "  touchstone approvals list\n"
                         "  touchstone approvals list --all --format json\n");
  list->add_flag("--all", of.options.all, "also those that were answered or are over");
  auto* show = of.define("show", "Show all that is known about one question", approvals_show,
                         "  touchstone approvals show k7qm-3xvd-p2he\n");
  add_ticket(show, of.options);
  auto* watch = of.define("watch", "Show questions as they come, and take answers", approvals_watch,
                          "  touchstone approvals watch\n"
                          "  touchstone approvals watch --format json --for 1h\n");
  watch->add_option("--for", of.options.watch_for, "how long; absent: until interrupted")
      ->type_name("DURATION");
  auto* open = of.define("open", "Show the content behind a handle", approvals_open,
                         "  touchstone approvals open touchstone://value/3fa2b4c5\n");
  open->add_option("handle", of.options.id, "touchstone://value/…, as the client was given it")
      ->required()
      ->type_name("");
}

void define_answering(const ApprovalsGroup& of) {
  auto* allow = of.define("allow", "Let a call run", approvals_allow,
                          "  touchstone approvals allow k7qm-3xvd-p2he\n"
                          "  touchstone approvals allow k7qm-3xvd-p2he --scope shape --for 2h\n"
                          "  touchstone approvals allow k7qm-3xvd-p2he --confirm delete_table\n");
  add_ticket(allow, of.options);
  add_choice<store::Scope>(allow, "--scope", of.options.scope,
                           {{"once", store::Scope::kOnce},
                            {"session", store::Scope::kSession},
                            {"shape", store::Scope::kShape}},
                           "this call; this tool in this session; this tool with such arguments "
                           "(once)");
  allow
      ->add_option("--for", of.options.how_long,
                   "how long it holds; absent: once 15m, session 8h, shape 1h")
      ->type_name("DURATION");
  allow
      ->add_option(
          "--confirm", of.options.confirm,
          "the tool's name, where the policy wants it typed: NAME, SERVER/NAME, or as the client "
          "calls it; show says what to type")
      ->type_name("NAME");
  auto* deny = of.define("deny", "Refuse a call", approvals_deny,
                         "  touchstone approvals deny k7qm-3xvd-p2he --reason 'not to outside'\n");
  add_ticket(deny, of.options);
  deny->add_option("--reason", of.options.reason, "why, for the record")->type_name("TEXT");
  auto* revoke =
      of.define("revoke", "Take a yes back: what it has not let pass yet is asked about again",
                approvals_revoke, "  touchstone approvals revoke k7qm-3xvd-p2he\n");
  add_ticket(revoke, of.options);
}

}  // namespace

void define_approvals(CLI::App& app, ApprovalsOptions& options, Action& action) {
  auto* group = app.add_subcommand("approvals", "Calls that wait for you, and your answers");
  group->require_subcommand(1);
  group->footer(std::string("Examples:\n"
                            "  touchstone approvals watch\n"
                            "  touchstone approvals allow k7qm-3xvd-p2he\n\n") +
                kApprovalExitCodes);
  const ApprovalsGroup of{*group, options, action};
  define_looking(of);
  define_answering(of);
}

}  // namespace touchstone::cli
