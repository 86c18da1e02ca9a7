#include "policy/check.hpp"

#include <chrono>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/test_support.hpp"

namespace touchstone::policy {
namespace {

std::string remarks(const std::string& rules) {
  const auto policy = testing::policy_of("rules: [" + rules + "]");
  std::string out;
  for (const auto& remark : check(*policy)) {
    out += fmt::format("{} {}{}\n", name_of(remark.kind), remark.rule->name,
                       remark.other == nullptr ? "" : " " + remark.other->name);
  }
  return out;
}

std::string rule(std::string_view name, std::string_view effect, std::string_view conditions) {
  return fmt::format("{{name: {}, effect: {}, conditions: {}}}", name, effect, conditions);
}

bool unreachable(const std::string& conditions) {
  return remarks(rule("a", "block", conditions)) == "unreachable a\n";
}

TEST(Check, finds_conditions_that_exclude_each_other) {
  EXPECT_TRUE(unreachable(
      "[{fact: tool.legs.sendsOut, equals: true}, {fact: tool.legs.sendsOut, equals: false}]"));
  EXPECT_TRUE(unreachable("[{fact: tool.tier, equals: read}, {fact: tool.tier, equals: write}]"));
  EXPECT_TRUE(unreachable("{fact: tool.tier, greaterThan: destructive}"));
  EXPECT_TRUE(unreachable("{fact: session.calls, greaterThan: 5, lessThan: 5}"));
  EXPECT_TRUE(unreachable("[{fact: tool.name, equals: a}, {fact: tool.name, startsWith: b}]"));
  EXPECT_TRUE(unreachable("[{fact: tool.name, exists: false}, {fact: tool.name, matches: x}]"));
  EXPECT_TRUE(unreachable(
      "[{fact: request.arguments.x, exists: false}, {fact: request.arguments.x, equals: 1}]"));
  EXPECT_TRUE(
      unreachable("{fact: tool.tier, equals: read, unless: {fact: tool.tier, lessThan: write}}"));
}

TEST(Check, finds_nothing_where_a_value_is_possible) {
  EXPECT_FALSE(unreachable("{fact: session.calls, greaterThan: 5, lessThan: 6}"));
  EXPECT_FALSE(
      unreachable("[{fact: tool.annotations.inputMetadata.destination, equals: user}, {fact: "
                  "tool.annotations.inputMetadata.destination, equals: public}]"));
  EXPECT_FALSE(unreachable(
      "[{fact: request.arguments.x, equals: a}, {fact: request.arguments.x, equals: b}]"));
  EXPECT_FALSE(unreachable("{not: {fact: tool.legs.sendsOut, equals: true}}"));
  EXPECT_FALSE(
      unreachable("{or: [{fact: tool.tier, equals: read}, {fact: tool.tier, equals: write}]}"));
}

TEST(Check, finds_rules_that_a_stronger_one_makes_needless) {
  const auto write = rule("w", "block", "{fact: tool.tier, greaterThan: read}");
  EXPECT_EQ(remarks(rule("a", "escalate", "{fact: tool.tier, equals: destructive}") + "," + write),
            "shadowed a w\n");
  EXPECT_EQ(remarks(rule("a", "block", "{fact: tool.tier, equals: destructive}") + "," +
                    rule("w", "escalate", "{fact: tool.tier, greaterThan: read}")),
            "");
  EXPECT_EQ(remarks(rule("a", "allow",
                         "[{fact: tool.name, equals: x}, {fact: tool.tier, equals: write}]") +
                    "," + write),
            "shadowed a w\n");
  EXPECT_EQ(
      remarks("{name: a, effect: escalate, audit: full, conditions: {fact: tool.tier, equals: "
              "write}}," +
              write),
      "");
  EXPECT_EQ(remarks("{name: all, effect: block}," +
                    rule("a", "redact", "{fact: tool.tier, equals: read}")),
            "shadowed a all\n");
}

TEST(Check, finds_the_second_of_two_that_say_the_same) {
  const auto* same = "{fact: session.calls, greaterThan: 3}";
  EXPECT_EQ(remarks(rule("a", "block", same) + "," + rule("b", "block", same)), "shadowed b a\n");
}

TEST(Check, finds_rules_that_ask_the_same_and_say_something_else) {
  EXPECT_EQ(remarks(rule("a", "allow", "{fact: tool.name, equals: x}") + "," +
                    rule("b", "block", "{fact: tool.name, in: [x]}")),
            "contradictory a b\n");
}

TEST(Check, phases_and_modes_are_apart) {
  EXPECT_EQ(remarks("{name: a, effect: block}, {name: b, effect: redact, phase: response}"), "");
  EXPECT_EQ(remarks("{name: a, effect: block, mode: shadow}, {name: b, effect: redact}"), "");
}

TEST(Check, ten_thousand_rules_take_no_more_than_seconds) {
  std::string rules;
  for (int i = 0; i < 10'000; ++i) {
    rules +=
        rule(fmt::format("r{}", i), "block",
             fmt::format("[{{fact: tool.name, equals: t{}}}, {{fact: session.calls, greaterThan: "
                         "{}}}]",
                         i % 5'000, i)) +
        ",";
  }
  const auto policy = testing::policy_of("rules: [" + rules + "]", "p.json.yaml");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(check(*policy).size(), kMaxRemarks);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace touchstone::policy
