#include "policy/rules_file.hpp"

#include <gtest/gtest.h>

#include "policy/test_support.hpp"
#include "policy/version.hpp"

namespace touchstone::policy {
namespace {

void expect_same_again(const Policy& policy) {
  const auto again = testing::policy_of(rules_as_file(policy), "p.json");
  EXPECT_EQ(text_of_rules(*again), text_of_rules(policy));
  ASSERT_EQ(again->rules().size(), policy.rules().size());
  for (std::size_t i = 0; i < policy.rules().size(); ++i) {
    EXPECT_EQ(again->rules()[i].condition, policy.rules()[i].condition) << policy.rules()[i].name;
    EXPECT_EQ(again->rules()[i].description, policy.rules()[i].description);
  }
}

TEST(RulesFile, of_every_pack_is_read_as_the_same_rules) {
  for (const auto& pack : packs()) expect_same_again(*testing::pack(pack.name));
}

TEST(RulesFile, keeps_exceptions_of_every_kind_and_all_that_a_rule_may_say) {
  expect_same_again(*testing::policy_of(R"yaml(
rules:
  - {name: a, effect: block}
  - {name: b, effect: block, unless: {fact: tool.name, equals: x}}
  - name: c
    effect: escalate
    conditions:
      and:
        - {fact: tool.name, in: [a, b], unless: {fact: session.calls, lessThan: 3}}
        - {not: {fact: request.arguments.to, endsWith: x, every: true}}
      unless: {fact: tool.tier, equals: read}
    unless: [{fact: server.name, exists: false}, {fact: request.arguments.n, equals: 5}]
    limit: {calls: 3, window: 90s, per: tool}
    timeout: 1500ms
    notify: [x, y]
    confirm: name
    audit: full
  - {name: d, effect: redact, mode: shadow, phase: response}
  - {name: e, effect: block, conditions: {fact: request.arguments.n, equals: "5"}}
  - {name: f, effect: block, conditions: {fact: request.arguments.ip, cidr: 10.0.0.0/8}}
)yaml"));
}

}  // namespace
}  // namespace touchstone::policy
