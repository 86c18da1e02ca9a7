// Reading: what is a policy, and what is said of a text that is none.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "policy/test_support.hpp"

namespace touchstone::policy {
namespace {

using testing::decided;
using ::testing::HasSubstr;
using testing::policy_of;
using testing::problems;

// The example rules of SEP-1913, "Policy Layer", as JSON.
constexpr const char* kSep1913 = R"json({
  "rules": [
    {
      "name": "block-open-world-to-external",
      "effect": "block",
      "conditions": {
        "and": [
          { "fact": "request.annotations.openWorldHint", "equals": true },
          { "fact": "tool.annotations.inputMetadata.destination", "equals": "public" }
        ]
      }
    },
    {
      "name": "escalate-malicious",
      "effect": "escalate",
      "conditions": {
        "fact": "response.annotations.maliciousActivityHint",
        "equals": true
      }
    },
    {
      "name": "confirm-irreversible-actions",
      "effect": "escalate",
      "conditions": {
        "fact": "tool.annotations.inputMetadata.outcomes",
        "equals": "irreversible"
      }
    }
  ]
})json";

TEST(Sep1913, its_example_rules_load_unchanged) {
  const auto policy = policy_of(kSep1913, "sep.json");
  ASSERT_EQ(policy->rules().size(), 3U);
  EXPECT_EQ(policy->rules()[0].phase, Phase::kRequest);
  EXPECT_EQ(policy->rules()[1].phase, Phase::kResponse);
  EXPECT_EQ(policy->rules()[2].effect, Effect::kEscalate);
  EXPECT_EQ(policy->rules()[1].where, "sep.json:13");
}

TEST(Sep1913, mail_with_open_world_data_is_blocked_outside_and_asked_where_it_cannot_be_undone) {
  const auto policy = policy_of(kSep1913, "sep.json");
  EXPECT_EQ(decided(*policy,
                    "request.annotations.openWorldHint: true\n"
                    "tool.annotations.inputMetadata: {destination: public, outcomes: "
                    "irreversible}"),
            "block block-open-world-to-external confirm-irreversible-actions");
  EXPECT_EQ(decided(*policy,
                    "request.annotations.openWorldHint: false\n"
                    "tool.annotations.inputMetadata: {destination: public, outcomes: "
                    "irreversible}"),
            "escalate confirm-irreversible-actions");
  EXPECT_EQ(decided(*policy,
                    "request.annotations.openWorldHint: true\n"
                    "tool.annotations.inputMetadata.destination: [user, internal]"),
            "allow");
}

TEST(Sep1913, a_malicious_page_is_fetched_and_its_result_is_shown_to_a_person_first) {
  const auto policy = policy_of(kSep1913, "sep.json");
  const auto* page = "response.annotations: {maliciousActivityHint: true, openWorldHint: true}";
  EXPECT_EQ(decided(*policy, page, Phase::kRequest), "allow");
  EXPECT_EQ(decided(*policy, page, Phase::kResponse), "escalate escalate-malicious");
}

TEST(Load, a_bad_policy_never_loads_half) {
  const auto loaded =
      load("rules:\n- {name: a, effect: block}\n- {name: b, effect: blok}\n", "p.yaml");
  EXPECT_FALSE(loaded.good());
  EXPECT_EQ(loaded.policy, nullptr);
  EXPECT_EQ(loaded.problems.size(), 1U);
}

TEST(Load, problems_name_line_rule_expected_and_found) {
  EXPECT_EQ(
      problems("rules:\n- name: a\n  effect: blok\n"),
      "p.yaml:3:11 (rule \"a\"): expected block, escalate, quarantine, redact or allow, found "
      "\"blok\"\n  try: did you mean block?\n");
  EXPECT_EQ(problems("rules:\n- {name: a, effect: block, conditions: {fact: tool.nam, equals: x}}"),
            "p.yaml:2:47 (rule \"a\"): there is no fact \"tool.nam\"\n"
            "  try: did you mean tool.name?\n");
  EXPECT_EQ(problems("rules:\n- {name: a, effect: block, conditions: {fact: tool.name, equal: x}}"),
            "p.yaml:2:58 (rule \"a\"): there is no operator \"equal\"\n"
            "  try: did you mean equals?\n");
  EXPECT_EQ(problems("rules:\n- {name: a, effect: block, condition: {}}"),
            "p.yaml:2:28 (rule \"a\"): there is no key \"condition\"\n"
            "  try: did you mean conditions?\n");
}

TEST(Load, all_problems_are_told_at_once_in_the_order_of_the_file) {
  EXPECT_EQ(problems("mode: shaddow\nrules:\n- {effect: block}\n- {name: b}\n"),
            "p.yaml:1:7: expected enforce or shadow, found \"shaddow\"\n"
            "  try: did you mean shadow?\n"
            "p.yaml:3:3 (rules[0]): has no name\n  try: add `name:`\n"
            "p.yaml:4:3 (rule \"b\"): has no effect\n  try: add `effect:`\n");
}

TEST(Load, a_fact_with_members_is_asked_for_with_one) {
  for (const auto* name : {"request.arguments", "request.argument", "request.arguments."}) {
    EXPECT_THAT(problems(fmt::format("rules: [{{name: a, effect: block, conditions: {{fact: {}, "
                                     "exists: true}}}}]",
                                     name)),
                HasSubstr("try: name a member, such as request.arguments.path"))
        << name;
  }
}

TEST(Load, a_tab_that_indents_is_named_as_what_yaml_does_not_take) {
  EXPECT_THAT(problems("rules:\n\t- name: a\n"), HasSubstr("try: indent with blanks"));
  EXPECT_THAT(problems("rules:\n  - name: a\n  \teffect: block\n"),
              HasSubstr("try: indent with blanks"));
  EXPECT_THAT(problems("rules: [\n"), ::testing::Not(HasSubstr("blanks")));
}

struct Refusal {
  const char* condition;
  const char* message;
};

class TypeErrors : public ::testing::TestWithParam<Refusal> {};

TEST_P(TypeErrors, are_errors_of_loading) {
  const auto& [condition, message] = GetParam();
  EXPECT_THAT(
      problems(std::string("rules: [{name: a, effect: block, conditions: ") + condition + "}]"),
      HasSubstr(message));
}

INSTANTIATE_TEST_SUITE_P(
    Load, TypeErrors,
    ::testing::Values(
        Refusal{"{fact: tool.legs.sendsOut, equals: yes}", "expected true or false, found \"yes\""},
        Refusal{"{fact: tool.legs.sendsOut, equals: 'true'}", "expected true or false"},
        Refusal{"{fact: tool.legs.sendsOut, greaterThan: 1}", "expected an operator for a flag"},
        Refusal{"{fact: session.calls, equals: ten}", "expected a number, found \"ten\""},
        Refusal{"{fact: session.calls, matches: x}", "expected an operator for a number"},
        Refusal{"{fact: tool.name, equals: true}", "expected a text, found \"true\""},
        Refusal{"{fact: tool.name, equals: [a]}", "expected a text, found a list"},
        Refusal{"{fact: tool.name, in: a}", "expected a list of 1 to 1000 values"},
        Refusal{"{fact: tool.name, in: []}", "expected a list of 1 to 1000 values"},
        Refusal{"{fact: tool.name, greaterThan: a}", "expected an operator for a text"},
        Refusal{"{fact: tool.name, exists: maybe}", "expected true or false"},
        Refusal{"{fact: tool.name, matches: '(a'}",
                "expected a regular expression (RE2), found: missing )"},
        Refusal{"{fact: tool.name, cidr: 10.0.0.0/33}", "expected a network"},
        Refusal{"{fact: tool.name, withinPath: ../x}", "does not lead above itself"},
        Refusal{"{fact: tool.tier, equals: wriet}", "did you mean write?"},
        Refusal{"{fact: tool.risk, greaterThan: 3}", "expected a text, found \"3\""},
        Refusal{"{fact: request.arguments.n, greaterThan: x}", "expected a number, found \"x\""},
        Refusal{"{fact: tool.annotations.inputMetadata.destination, equals: world}",
                "expected ephemeral, system, user, internal or public, found \"world\""},
        Refusal{"{fact: tool.name}", "asks nothing of its fact"},
        Refusal{"{fact: [a], equals: b}", "expected the name of a fact"},
        Refusal{"{and: []}", "found an empty list"},
        Refusal{"{and: {fact: tool.name, equals: a}}", "expected a list, found a map"},
        Refusal{"{equals: a}", "expected one of fact, and, or, not in a condition, found none"},
        Refusal{"{and: [{fact: tool.name, equals: a}], or: [{fact: tool.name, equals: a}]}",
                "found 2"},
        Refusal{"{not: {fact: tool.name, equals: a}, equals: b}", "cannot stand beside not"},
        Refusal{"5", "expected a map of keys, found \"5\""}));

TEST(Load, shows_little_of_a_file_that_is_no_policy) {
  const auto told = problems(std::string(79, 'a') + "\u00E4" + std::string(100'000, 'b'));
  EXPECT_LT(told.size(), 400U);
  EXPECT_THAT(problems(std::string(5'000, 'a')), HasSubstr("aaa\" and 4920 bytes more"));
}

TEST(Load, a_rule_about_the_result_cannot_run_before_the_call) {
  EXPECT_THAT(problems("rules: [{name: a, effect: block, phase: request, conditions: {fact: "
                       "response.size, greaterThan: 5}}]"),
              HasSubstr("expected phase response, found request"));
}

TEST(Load, names_are_unique_in_a_file_and_replace_those_of_a_pack) {
  EXPECT_THAT(problems("rules: [{name: a, effect: block}, {name: a, effect: allow}]"),
              HasSubstr("two rules are called \"a\""));
  const auto policy = policy_of(
      "extends: balanced\nrules: [{name: ask-irreversible, effect: allow, conditions: {fact: "
      "tool.tier, equals: read}}]");
  EXPECT_EQ(policy->rules().size(), testing::pack("balanced")->rules().size());
  EXPECT_EQ(policy->find("ask-irreversible")->effect, Effect::kAllow);
  EXPECT_THAT(problems("extends: balance"), HasSubstr("did you mean balanced?"));
}

TEST(Load, modifiers_are_read_and_checked) {
  const auto policy = policy_of(
      "rules: [{name: a, effect: escalate, audit: digest, notify: [ops, sec], timeout: 5m, "
      "confirm: "
      "name, limit: {calls: 3, window: 1h, per: tool}}]");
  const auto& modifiers = policy->rules().front().modifiers;
  EXPECT_EQ(modifiers.audit, Audit::kDigest);
  EXPECT_EQ(modifiers.timeout, std::chrono::minutes(5));
  EXPECT_EQ(modifiers.notify, (std::vector<std::string>{"ops", "sec"}));
  EXPECT_EQ(modifiers.limit, (Limit{3, std::chrono::hours(1), Per::kTool}));
  for (const auto* wrong :
       {"timeout: 5", "timeout: 0", "audit: all", "limit: 5", "notify: {}",
        "limit: {calls: 0, window: 1h}", "limit: {calls: 1}", "confirm: maybe",
        "limit: {calls: 1, window: 1h, by: tool}", "notify: 5", "notify: [ops, true]"}) {
    EXPECT_NE(problems(std::string("rules: [{name: a, effect: block, ") + wrong + "}]"), "")
        << wrong;
  }
}

TEST(Load, a_modifier_of_nothing_is_refused_with_the_reason) {
  const auto wrong = [](const std::string& modifier) {
    return problems("rules: [{name: a, effect: block, " + modifier + "}]");
  };
  EXPECT_EQ(wrong("timeout: 0s"),
            "p.yaml:1:43 (rule \"a\"): expected a duration of more than nothing, found \"0s\"\n"
            "  try: for no time limit leave it out; to let nothing pass, `effect: block`\n");
  EXPECT_EQ(wrong("limit: {calls: 0, window: 1h}"),
            "p.yaml:1:49 (rule \"a\"): expected a number of calls from 1 to 1000000000, found "
            "\"0\"\n  try: to let none pass, `effect: block`\n");
  EXPECT_EQ(wrong("notify: 5"),
            "p.yaml:1:42 (rule \"a\"): expected the name of a channel, or a list of them, found "
            "\"5\"\n");
}

TEST(Hostile, what_is_no_policy_is_refused_with_a_place) {
  for (const auto* text :
       {"", "[]", "rules: 5", "rules: [5]", "rules: [[]]", "rules: {}", "x", "{",
        "rules: [{name: [], effect: {}}]", "rules: &a [*a]", "extends: [[]]", "extends: {a: b}",
        "extends: [balanced, strict, observe, readonly, a, b, c]",
        "rules: [{name: '', effect: block}]", "\xff", "a: b\na: c"}) {
    const auto loaded = load(text, "p.yaml");
    EXPECT_FALSE(loaded.good()) << text;
    ASSERT_FALSE(loaded.problems.empty()) << text;
    EXPECT_TRUE(loaded.problems.front().where.starts_with("p.yaml:")) << text;
  }
}

TEST(Hostile, a_pattern_that_would_take_too_much_memory_is_refused) {
  EXPECT_THAT(problems("rules: [{name: a, effect: block, conditions: {fact: tool.name, matches: "
                       "'((a{100}){100}){100}'}}]"),
              HasSubstr("expected a regular expression"));
  EXPECT_THAT(problems("rules: [{name: a, effect: block, conditions: {fact: tool.name, matches: " +
                       std::string(kMaxPatternBytes + 1, 'a') + "}}]"),
              HasSubstr("longer than"));
}

TEST(Hostile, conditions_cannot_nest_without_end) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "{not: ";
  text += "{fact: tool.name, exists: true}" + std::string(40, '}') + "}]";
  EXPECT_THAT(problems("rules: [{name: a, effect: block, conditions: " + text),
              HasSubstr("nested deeper"));
}

RC_GTEST_PROP(Hostile, any_text_is_a_policy_or_has_problems, (const std::string& text)) {
  const auto loaded = load(text, "p.yaml");
  RC_ASSERT(loaded.good() == loaded.problems.empty());
}

// What is said of a rule that asks `fact` like this.
std::string said(std::string_view fact, std::string_view question) {
  return problems(fmt::format("rules: [{{name: r, effect: block, conditions: {{fact: {}, {}}}}}]",
                              fact, question));
}

TEST(Lists, that_are_empty_are_called_so) {
  EXPECT_THAT(said("tool.name", "in: []"),
              HasSubstr("expected a list of 1 to 1000 values, found an empty list"));
}

TEST(Words, that_a_fact_can_never_be_are_errors_and_the_nearest_is_named) {
  for (const auto* fact : {"session.label.classes", "flow.classes", "request.detections",
                           "response.detections", "tool.annotations.returnMetadata.sensitivity"}) {
    EXPECT_THAT(said(fact, "contains: finacial"), HasSubstr("did you mean financial?")) << fact;
    EXPECT_THAT(said(fact, "intersects: [pii, finacial]"), HasSubstr("found \"finacial\"")) << fact;
    EXPECT_EQ(said(fact, "contains: financial"), "") << fact;
  }
  const auto told = said("response.detections", "contains: secrets");
  EXPECT_THAT(told, HasSubstr("p.yaml:1:"));
  EXPECT_THAT(told, HasSubstr("rule \"r\""));
  EXPECT_THAT(told, HasSubstr("did you mean secret?"));
  EXPECT_EQ(said("response.detections", "in: [secret, github-token, override]"), "");
  EXPECT_THAT(said("session.label.classes", "equals: none"), HasSubstr("expected user"));
  EXPECT_EQ(said("tool.declared.inputMetadata.sensitivity", "equals: none"), "");
}

TEST(Words, of_classes_are_open_to_scopes_and_to_labels_of_organisations) {
  for (const auto* word : {"\"regulated:GDPR\"", "regulated", "com.acme.payroll"})
    EXPECT_EQ(said("session.label.classes", fmt::format("contains: {}", word)), "") << word;
  for (const auto* word : {"\"regulated:\"", "GDPR", "acme", "\"\""})
    EXPECT_NE(said("session.label.classes", fmt::format("contains: {}", word)), "") << word;
}

TEST(Words, of_methods_are_those_of_mcp_or_none_that_could_be_taken_for_one) {
  for (const auto* word : {"tools/call", "acme/search", "search", "notifications/message"})
    EXPECT_EQ(said("request.method", fmt::format("equals: {}", word)), "") << word;
  EXPECT_THAT(said("request.method", "equals: tools/cal"), HasSubstr("did you mean tools/call?"));
  EXPECT_THAT(said("request.method", "equals: tool/call"), HasSubstr("did you mean tools/call?"));
  EXPECT_NE(said("request.method", "equals: tools/list"), "");  // is never decided on
}

TEST(Words, that_have_a_form_must_have_it) {
  EXPECT_THAT(said("flow.arguments", "contains: body"), HasSubstr("did you mean /body?"));
  EXPECT_EQ(said("flow.arguments", "contains: /body"), "");
  EXPECT_NE(said("time.date", "equals: 2026-7-28"), "");
  EXPECT_EQ(said("time.date", "equals: 2026-07-28"), "");
}

TEST(Words, that_no_word_of_the_fact_begins_with_or_matches_are_errors) {
  EXPECT_THAT(said("tool.tier", "startsWith: destroy"), HasSubstr("it is read, write or destruc"));
  EXPECT_EQ(said("tool.tier", "startsWith: destr"), "");
  EXPECT_NE(said("server.trust", "contains: trusty"), "");
  EXPECT_EQ(said("server.trust", "contains: trusted"), "");
  EXPECT_NE(said("tool.findings", "matches: ^poisoned"), "");
  EXPECT_NE(said("response.detections", "endsWith: -tokens"), "");
  EXPECT_EQ(said("response.detections", "endsWith: -token"), "");
  EXPECT_EQ(said("session.label.classes", "startsWith: com.acme."), "");
  EXPECT_EQ(said("tool.name", "startsWith: anything"), "");
}

}  // namespace
}  // namespace touchstone::policy
