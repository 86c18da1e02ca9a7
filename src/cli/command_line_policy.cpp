#include "cli/command_line_parts.hpp"

namespace touchstone::cli {
namespace {

constexpr const char* kPolicyExitCodes =
    "Exit codes: 0 done (check, test, diff, replay: nothing found), 1 something found, 2 cannot "
    "read or understand.";

using PolicyCommand = int (*)(const PolicyOptions&, Io&);

CLI::App* define_policy_command(CLI::App& group, const std::string& name,
                                const std::string& meaning, PolicyCommand run,
                                PolicyOptions& options, Action& action) {
  auto* command = group.add_subcommand(name, meaning);
  command->callback(
      [&options, &action, run] { action = [&options, run](Io& io) { return run(options, io); }; });
  return command;
}

void add_policy_format(CLI::App* command, PolicyOptions& options) {
  add_choice<Format>(command, "--format", options.format,
                     {{"table", Format::kTable}, {"json", Format::kJson}}, "how to print (table)");
}

CLI::Option* add_text(CLI::App* command, const std::string& name, std::string& into,
                      const std::string& meaning) {
  return command->add_option(name, into, meaning)->type_name("");
}

void add_policy_store(CLI::App* command, PolicyOptions& options) {
  add_text(command, "--config", options.store.config, "whose gateway's decisions")
      ->type_name("FILE");
  add_text(command, "--store", options.store.store, "the store's file itself")->type_name("FILE");
  add_text(command, "--since", options.since, "2h, 2026-03-01 or 2026-03-01T12:00:00Z (all)")
      ->type_name("TIME");
}

void define_policy_facts(CLI::App& group, PolicyOptions& options, Action& action) {
  auto* command = define_policy_command(group, "facts", "List what rules can ask about",
                                        policy_facts, options, action);
  add_choice<Format>(
      command, "--format", options.format,
      {{"table", Format::kTable}, {"json", Format::kJson}, {"markdown", Format::kMarkdown}},
      "how to print (table)");
  command->footer(
      "Examples:\n"
      "  touchstone policy facts\n"
      "  touchstone policy facts --format json | jq -r '.[].name'\n\n"
      "Exit codes: 0 done.");
}

void define_policy_show(CLI::App& group, PolicyOptions& options, Action& action) {
  auto* command = define_policy_command(group, "show", "Print a pack, or list them all",
                                        policy_show, options, action);
  add_text(command, "pack", options.policy, "its name; absent: list all");
  command->footer(
      "Examples:\n"
      "  touchstone policy show\n"
      "  touchstone policy show balanced > policy.yaml\n\n"
      "Exit codes: 0 done; 2 there is no such pack.");
}

void define_policy_check(CLI::App& group, PolicyOptions& options, Action& action) {
  auto* command =
      define_policy_command(group, "check", "Say what is wrong or odd about a policy, and where",
                            policy_check, options, action);
  add_text(command, "policy", options.policy, "a file, a pack, or - for standard input")
      ->required();
  add_policy_format(command, options);
  command->footer(std::string("Examples:\n"
                              "  touchstone policy check policy.yaml\n"
                              "  touchstone policy check balanced --format json\n\n"
                              "Finds what does not load (unknown facts, wrong types), and rules "
                              "that are unreachable,\nshadowed, contradictory, loose, or weaker "
                              "or about something else than those of a pack\nwhose place they "
                              "take.\n") +
                  kPolicyExitCodes);
}

void define_policy_test(CLI::App& group, PolicyOptions& options, Action& action) {
  auto* command = define_policy_command(group, "test", "Run a table of tests against a policy",
                                        policy_test, options, action);
  add_text(command, "tests", options.input, "the tests, YAML or JSON")->required();
  add_text(command, "--policy", options.policy, "a file or a pack; absent: what the tests name")
      ->type_name("POLICY");
  add_policy_format(command, options);
  command->footer(std::string("Examples:\n"
                              "  touchstone policy test policy-tests.yaml\n"
                              "  touchstone policy test policy-tests.yaml --policy strict\n\n"
                              "A test has facts, the effect they must have, and the rules that "
                              "must fire; see docs/policy.md.\n") +
                  kPolicyExitCodes);
}

void define_policy_explain(CLI::App& group, PolicyOptions& options, Action& action) {
  auto* command =
      define_policy_command(group, "explain", "Tell why one decision comes out as it does",
                            policy_explain, options, action);
  add_text(command, "policy", options.policy, "a file or a pack")->required();
  add_text(
      command, "facts", options.input,
      "the facts, JSON or YAML, or a decision as `decisions show --format json` prints it; - for "
      "standard input")
      ->required();
  add_choice<policy::Phase>(
      command, "--phase", options.phase,
      {{"request", policy::Phase::kRequest}, {"response", policy::Phase::kResponse}},
      "before the call, or on its result (request)");
  command->add_flag("--all", options.all, "also the rules that do not fire");
  add_policy_format(command, options);
  command->footer(std::string("Examples:\n"
                              "  touchstone policy explain balanced facts.json\n"
                              "  echo '{\"tool.tier\": \"destructive\"}' | touchstone policy "
                              "explain strict - --all\n\n") +
                  kPolicyExitCodes);
}

void define_policy_diff(CLI::App& group, PolicyOptions& options, Action& action) {
  auto* command =
      define_policy_command(group, "diff", "Compare two policies by what they would have decided",
                            policy_diff, options, action);
  add_text(command, "before", options.policy, "a file or a pack")->required();
  add_text(command, "after", options.other, "another")->required();
  add_text(
      command, "records", options.input,
      "decisions as `decisions tail --format json` writes them, or facts, a JSON object a line, "
      "or {\"phase\": ..., \"facts\": {...}}; - for standard input; absent: what is in the store");
  add_policy_store(command, options);
  command->add_option("--show", options.shown, "how many to show one by one (10)")->type_name("N");
  add_policy_format(command, options);
  command->footer(std::string("Examples:\n"
                              "  touchstone policy diff balanced policy.yaml --since 24h\n"
                              "  touchstone policy diff balanced policy.yaml records.jsonl\n"
                              "  touchstone decisions tail --format json --limit 1000 | touchstone "
                              "policy diff balanced strict -\n\n") +
                  kPolicyExitCodes);
}

void define_policy_replay(CLI::App& group, PolicyOptions& options, Action& action) {
  auto* command = define_policy_command(group, "replay",
                                        "Tell what a policy would have decided on what happened",
                                        policy_replay, options, action);
  add_text(command, "policy", options.policy, "a file or a pack")->required();
  add_policy_store(command, options);
  command->add_option("--show", options.shown, "how many to show one by one (10)")->type_name("N");
  add_policy_format(command, options);
  command->footer(std::string("Examples:\n"
                              "  touchstone policy replay strict\n"
                              "  touchstone policy replay policy.yaml --since 24h\n\n"
                              "Arguments are recorded only where a rule says `audit: full`, and "
                              "secrets never. Where a\ndecision hangs on values that were not "
                              "recorded, it is told that it cannot be told;\nlimits are not "
                              "counted again. Results are judged as calls are. What was recorded "
                              "without facts\n(`audit: none`), and results whose call is no longer "
                              "on record, are counted.\n") +
                  kPolicyExitCodes);
}

}  // namespace

void define_policy(CLI::App& app, PolicyOptions& options, Action& action) {
  auto* group = app.add_subcommand("policy", "Check, test, explain and compare policies");
  group->require_subcommand(1);
  define_policy_facts(*group, options, action);
  define_policy_show(*group, options, action);
  define_policy_check(*group, options, action);
  define_policy_test(*group, options, action);
  define_policy_explain(*group, options, action);
  define_policy_diff(*group, options, action);
  define_policy_replay(*group, options, action);
  group->footer(std::string("Examples:\n"
                            "  touchstone policy show balanced\n"
                            "  touchstone policy check policy.yaml\n"
                            "  touchstone policy explain balanced facts.json\n\n") +
                kPolicyExitCodes);
}

}  // namespace touchstone::cli
