#include "policy/version.hpp"

#include <gtest/gtest.h>

namespace touchstone::policy {
namespace {

std::string rules_of(std::string_view text) {
  const auto loaded = load(text, "p.yaml");
  EXPECT_TRUE(loaded.good()) << text;
  return loaded.good() ? text_of_rules(*loaded.policy) : "";
}

TEST(TextOfRules, is_the_same_whatever_is_said_about_them) {
  const auto plain =
      rules_of("rules: [{name: a, effect: block, conditions: {fact: tool.tier, equals: write}}]");
  EXPECT_EQ(rules_of("# a comment\n\nrules:\n- name: a\n  description: Words.\n  effect: block\n"
                     "  conditions:\n    fact: tool.tier\n    equals: write # another\n"),
            plain);
}

TEST(TextOfRules, is_another_for_whatever_could_decide_otherwise) {
  const char* kPolicies[] = {
      "rules: [{name: a, effect: block, conditions: {fact: tool.tier, equals: write}}]",
      "rules: [{name: b, effect: block, conditions: {fact: tool.tier, equals: write}}]",
      "rules: [{name: a, effect: escalate, conditions: {fact: tool.tier, equals: write}}]",
      "rules: [{name: a, effect: escalate, confirm: name, conditions: {fact: tool.tier, equals: "
      "write}}]",
      "rules: [{name: a, effect: block, mode: shadow, conditions: {fact: tool.tier, equals: "
      "write}}]",
      "rules: [{name: a, effect: block, conditions: {fact: tool.tier, equals: read}}]",
      "rules: [{name: a, effect: block, conditions: {fact: tool.tier, notEquals: write}}]",
      "rules: [{name: a, effect: block, conditions: {not: {fact: tool.tier, equals: write}}}]",
      "rules: [{name: a, effect: block, unless: {fact: tool.tier, equals: write}, conditions: "
      "{fact: tool.risk, equals: low}}]",
      "rules: [{name: a, effect: block, limit: {calls: 1, window: 1m}, conditions: {fact: "
      "tool.tier, equals: write}}]",
      "rules: [{name: a, effect: block, limit: {calls: 1, window: 2m}, conditions: {fact: "
      "tool.tier, equals: write}}]",
      "rules: [{name: a, effect: block, timeout: 1m, conditions: {fact: tool.tier, equals: "
      "write}}]",
      "rules: [{name: a, effect: block, conditions: {fact: request.arguments.n, equals: 5}}]",
      "rules: [{name: a, effect: block, conditions: {fact: request.arguments.n, equals: '5'}}]",
      "extends: balanced\nrules: []",
      "extends: strict\nrules: []",
  };
  std::set<std::string> texts;
  for (const auto* policy : kPolicies) EXPECT_TRUE(texts.insert(rules_of(policy)).second) << policy;
}

}  // namespace
}  // namespace touchstone::policy
