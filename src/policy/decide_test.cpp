// Deciding: what conditions mean, and what follows when several rules fire.
#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/parser.hpp"
#include "policy/explain.hpp"
#include "policy/test_support.hpp"

namespace touchstone::policy {
namespace {

using testing::decided;
using testing::facts_of;
using testing::fires;
using testing::policy_of;

TEST(Condition, an_absent_fact_equals_nothing_and_only_exists_false_sees_it) {
  for (const auto* question :
       {"equals: true", "equals: false", "notEquals: true", "notEquals: false", "exists: true"}) {
    EXPECT_FALSE(fires(std::string("{fact: tool.legs.sendsOut, ") + question + "}", "{}"))
        << question;
  }
  EXPECT_FALSE(fires("{fact: tool.name, in: [a]}", "{}"));
  EXPECT_FALSE(fires("{fact: tool.name, matches: ''}", "{}"));
  EXPECT_FALSE(fires("{fact: session.calls, lessThan: 100}", "{}"));
  EXPECT_TRUE(fires("{fact: tool.legs.sendsOut, exists: false}", "{}"));
  EXPECT_FALSE(fires("{fact: tool.legs.sendsOut, exists: false}", "tool.legs.sendsOut: false"));
  EXPECT_TRUE(fires("{not: {fact: tool.legs.sendsOut, equals: true}}", "{}"));
}

TEST(Condition, a_set_holds_if_any_member_does) {
  const std::string fact = "{fact: tool.annotations.inputMetadata.destination, ";
  const auto* both = "tool.annotations.inputMetadata.destination: [user, public]";
  EXPECT_TRUE(fires(fact + "equals: public}", both));
  EXPECT_TRUE(fires(fact + "notEquals: public}", both));
  EXPECT_FALSE(
      fires(fact + "notEquals: public}", "tool.annotations.inputMetadata.destination: public"));
  EXPECT_TRUE(fires(fact + "in: [internal, user]}", both));
  EXPECT_TRUE(fires(fact + "intersects: [internal, user]}", both));
  EXPECT_FALSE(fires(fact + "intersects: [internal, system]}", both));
  EXPECT_TRUE(fires(fact + "contains: user}", both));
  EXPECT_TRUE(fires(fact + "startsWith: pub}", both));
  EXPECT_FALSE(fires(fact + "equals: public}", "tool.annotations.inputMetadata.destination: []"));
  EXPECT_TRUE(fires(fact + "exists: true}", "tool.annotations.inputMetadata.destination: []"));
}

TEST(Condition, every_asks_all_members_and_there_must_be_one) {
  const std::string inside = "{fact: request.arguments.to, endsWith: '@x.org', every: true}";
  EXPECT_TRUE(fires(inside, "request.arguments: {to: [a@x.org, b@x.org]}"));
  EXPECT_FALSE(fires(inside, "request.arguments: {to: [a@x.org, b@y.org]}"));
  EXPECT_FALSE(fires(inside, "request.arguments: {to: [a@x.org, [b@y.org]]}"));
  EXPECT_FALSE(fires(inside, "request.arguments: {to: [a@x.org, 5]}"));
  EXPECT_FALSE(fires(inside, "request.arguments: {to: []}"));
  EXPECT_FALSE(fires(inside, "{}"));
  EXPECT_TRUE(fires(inside, "request.arguments: {to: a@x.org}"));
  EXPECT_FALSE(
      fires("{fact: tool.annotations.inputMetadata.destination, equals: user, every: true}",
            "tool.annotations.inputMetadata.destination: [user, public]"));
}

TEST(Condition, texts) {
  const auto* name = "tool.name: delete_file";
  EXPECT_TRUE(fires("{fact: tool.name, contains: te_f}", name));
  EXPECT_FALSE(fires("{fact: tool.name, contains: x}", name));
  EXPECT_TRUE(fires("{fact: tool.name, startsWith: delete}", name));
  EXPECT_TRUE(fires("{fact: tool.name, endsWith: _file}", name));
  EXPECT_TRUE(fires("{fact: tool.name, matches: '^(delete|drop)_'}", name));
  EXPECT_TRUE(fires("{fact: tool.name, matches: 'e_f'}", name));
  EXPECT_FALSE(fires("{fact: tool.name, matches: '^file'}", name));
  EXPECT_TRUE(fires("{fact: tool.name, notEquals: x}", name));
  EXPECT_TRUE(fires("{fact: tool.name, in: [x, delete_file]}", name));
}

TEST(Condition, numbers_and_ordered_words) {
  EXPECT_TRUE(fires("{fact: session.calls, greaterThan: 4, lessThan: 6}", "session.calls: 5"));
  EXPECT_FALSE(fires("{fact: session.calls, greaterThan: 5}", "session.calls: 5"));
  EXPECT_TRUE(fires("{fact: session.calls, greaterThanOrEqual: 5}", "session.calls: 5"));
  EXPECT_TRUE(fires("{fact: session.calls, lessThanOrEqual: 5}", "session.calls: 5"));
  EXPECT_TRUE(fires("{fact: flow.share, greaterThan: 0.5}", "flow.share: 0.71"));
  EXPECT_TRUE(fires("{fact: tool.risk, greaterThanOrEqual: high}", "tool.risk: critical"));
  EXPECT_FALSE(fires("{fact: tool.risk, greaterThanOrEqual: high}", "tool.risk: elevated"));
  EXPECT_TRUE(fires("{fact: tool.tier, lessThan: write}", "tool.tier: read"));
}

TEST(Condition, arguments_are_asked_by_name_or_pointer_whatever_their_type) {
  const auto* call =
      "request.arguments: {to: [a@x.org, b@y.org], n: 5, deep: {a/b: yes, on: true}, t: 'true'}";
  EXPECT_TRUE(fires("{fact: request.arguments.to, endsWith: '@y.org'}", call));
  EXPECT_TRUE(fires("{fact: request.arguments.to, contains: a@x.org}", call));
  EXPECT_FALSE(fires("{fact: request.arguments.to, contains: a@x}", call));
  EXPECT_TRUE(fires("{fact: request.arguments./to/1, contains: y.}", call));
  EXPECT_TRUE(fires("{fact: request.arguments.n, greaterThan: 4}", call));
  EXPECT_TRUE(fires("{fact: request.arguments./deep/on, equals: true}", call));
  EXPECT_TRUE(fires("{fact: request.arguments./deep/a~1b, equals: 'yes'}", call));
  EXPECT_TRUE(fires("{fact: request.arguments.deep, exists: true}", call));
  EXPECT_TRUE(fires("{fact: request.arguments.none, exists: false}", call));
}

TEST(Condition, arguments_of_a_call_are_read_where_they_stand) {
  json::Parser parser;
  const auto document = parser.parse(json::Text(
      std::string(R"({"path": "\/srv\/a", "list": [1, "x", null], "n": 1e2, "z": null})")));
  ASSERT_TRUE(document);
  Facts facts;
  facts.set_arguments(document->root());
  const auto holds = [&](const std::string& condition) {
    const auto policy =
        policy_of("rules: [{name: r, effect: block, conditions: " + condition + "}]");
    return decide(*policy, Phase::kRequest, facts).effect == Effect::kBlock;
  };
  EXPECT_TRUE(holds("{fact: request.arguments.path, withinPath: /srv}"));
  EXPECT_TRUE(holds("{fact: request.arguments.list, contains: x}"));
  EXPECT_TRUE(holds("{fact: request.arguments.list, equals: 1}"));
  EXPECT_TRUE(holds("{fact: request.arguments.n, equals: 100}"));
  EXPECT_TRUE(holds("{fact: request.arguments.z, exists: false}"));
  EXPECT_FALSE(holds("{fact: request.arguments./list/7, exists: true}"));
}

TEST(Condition, unless_excuses_wherever_it_stands) {
  const std::string rule =
      "rules: [{name: r, effect: block, conditions: {fact: tool.tier, equals: write}, "
      "unless: {fact: tool.name, equals: note}}]";
  EXPECT_EQ(decided(*policy_of(rule), "tool: {tier: write, name: mail}"), "block r");
  EXPECT_EQ(decided(*policy_of(rule), "tool: {tier: write, name: note}"), "allow");
  const std::string inside =
      "{or: [{fact: tool.tier, equals: write, unless: {fact: tool.name, equals: note}}, "
      "{fact: tool.tier, equals: destructive}]}";
  EXPECT_FALSE(fires(inside, "tool: {tier: write, name: note}"));
  EXPECT_TRUE(fires(inside, "tool: {tier: destructive, name: note}"));
}

TEST(Decide, the_strongest_effect_wins_and_all_rules_that_fired_are_told_in_order) {
  const auto policy = policy_of(
      "rules: [{name: a, effect: allow}, {name: b, effect: redact}, {name: c, effect: block},"
      "{name: d, effect: escalate}, {name: e, effect: quarantine}]");
  EXPECT_EQ(decided(*policy, "{}"), "block a b c d e");
}

TEST(Decide, shadow_rules_are_told_and_decide_nothing) {
  const auto policy =
      policy_of("rules: [{name: a, effect: redact}, {name: b, effect: block, mode: shadow}]");
  const auto decision = decide(*policy, Phase::kRequest, Facts());
  EXPECT_EQ(testing::told(decision), "redact a; shadow b");
  EXPECT_EQ(decision.would_be, Effect::kBlock);
  const auto whole = policy_of("mode: shadow\nrules: [{name: a, effect: block, mode: enforce}]");
  EXPECT_EQ(decided(*whole, "{}"), "allow; shadow a");
}

TEST(Decide, modifiers_add_up_to_the_strictest) {
  const auto policy = policy_of(
      "rules: [{name: a, effect: allow, audit: digest, timeout: 5m}, {name: b, effect: escalate, "
      "audit: full, timeout: 30s, confirm: name}, {name: c, effect: block, mode: shadow, timeout: "
      "1s}]");
  const auto decision = decide(*policy, Phase::kRequest, Facts());
  EXPECT_EQ(decision.audit, Audit::kFull);
  EXPECT_EQ(decision.timeout, std::chrono::seconds(30));
  EXPECT_EQ(decision.confirm, Confirm::kName);
}

TEST(Decide, a_rule_of_several_keys_fires_once) {
  const auto policy = policy_of(
      "rules: [{name: a, effect: block, conditions: {or: [{fact: tool.name, equals: x}, {fact: "
      "server.name, equals: y}, {fact: tool.findings, intersects: [poison, lie]}]}}]");
  EXPECT_EQ(decided(*policy, "tool: {name: x, findings: [poison, lie]}\nserver.name: y"),
            "block a");
}

TEST(Explain, shows_each_question_with_its_answer_and_what_was_seen) {
  const auto policy = policy_of(
      "rules: [{name: a, effect: block, conditions: {and: [{fact: tool.tier, equals: write}, {not: "
      "{fact: tool.name, in: [x, y]}}]}, unless: {fact: session.calls, lessThan: 3}}]");
  const auto known = facts_of("tool.tier: write\nsession.calls: 7");
  const auto reports = explain(*policy, Phase::kRequest, known.facts);
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_TRUE(reports[0].fired);
  std::string text;
  for (const auto& asked : reports[0].asked) {
    text += std::string(2 * asked.depth, ' ') + (asked.held ? "+ " : "- ") + asked.text +
            (asked.seen.empty() ? "" : " [" + asked.seen + "]") + "\n";
  }
  EXPECT_EQ(text,
            "+ all of\n"
            "  + all of\n"
            "    + tool.tier equals write [write]\n"
            "    + not\n"
            "      - tool.name in x, y [absent]\n"
            "  + unless\n"
            "    - session.calls lessThan 3 [7]\n");
}

TEST(Facts, are_written_by_name_and_read_back_the_same) {
  const auto known = facts_of(
      "session.calls: 3\ntool: {name: x, findings: [lie], legs.sendsOut: true}\n"
      "request.arguments: {b: 1, a: [x, y]}");
  json::Writer first;
  known.facts.write(first);
  EXPECT_EQ(
      first.text(),
      R"({"session.calls":3,"tool.findings":["lie"],"tool.legs.sendsOut":true,"tool.name":"x",)"
      R"("request.arguments":{"b":1,"a":["x","y"]}})");
  json::Writer again;
  const auto copy = facts_of(first.text());
  copy.facts.write(again);
  EXPECT_EQ(again.text(), first.text());
}

TEST(Facts, are_written_the_same_with_some_of_them_ready) {
  const auto known =
      facts_of("session.calls: 3\nserver.name: s\ntime.hour: 4\ntool: {name: x, tier: read}");
  json::Writer whole;
  known.facts.write(whole);
  const auto server = known.facts.members_of("server.");
  const auto tool = known.facts.members_of("tool.");
  EXPECT_EQ(tool, R"("tool.name":"x","tool.tier":"read")");
  const std::array<Facts::Written, 2> ready{{{"server.", server}, {"tool.", tool}}};
  json::Writer in_parts;
  known.facts.write(in_parts, ready);
  EXPECT_EQ(in_parts.text(), whole.text());
}

TEST(Facts, that_are_wrong_are_refused_with_their_place) {
  const auto wrong = [](std::string_view text) {
    const auto facts = read_facts(text, "f.yaml");
    return facts ? std::string("good") : base::to_line(facts.error());
  };
  EXPECT_EQ(wrong("tool.nam: x"),
            "f.yaml:1:1 (facts): there is no fact \"tool.nam\"; try: did you mean tool.name?");
  EXPECT_EQ(wrong("tool:\n  tier: huge"),
            "f.yaml:2:9 (facts): expected a word for tool.tier, found \"huge\"; try: one of read, "
            "write or destructive");
  EXPECT_EQ(wrong("session.calls: many"), "f.yaml:1:16 (facts): expected a number, found \"many\"");
  EXPECT_EQ(wrong("5"), "f.yaml:1:1 (facts): expected a map of facts, found \"5\"");
  EXPECT_EQ(wrong("tool.name: [a]"), "f.yaml:1:12 (facts): expected a text, found a list");
}

}  // namespace
}  // namespace touchstone::policy
