// Operator rules, roots and domains in a config.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/test_support.hpp"

namespace touchstone::config {
namespace {

using model::Field;
using resolve::Condition;
using testing::good;
using ::testing::HasSubstr;
using testing::problems;

const std::string kRules = R"(domains: [acme.example]
mcpServers:
  files:
    command: x
    roots: [/srv/app, data]
    resolve:
      - tool: manage_*
        when: {action: [read, list], force: false, "/options/format": {matches: csv*}}
        then: {readOnlyHint: true, inputMetadata.destination: [system, user]}
      - when:
          note: {absent: true}
          depth: "5"
        then:
          destructiveHint: false
          returnMetadata.sensitivity: [pii, {regulated: {scopes: [GDPR]}}]
)";

TEST(CallRules, are_read_with_their_conditions_and_fields) {
  const auto config = good(kRules);
  EXPECT_EQ(config.domains, std::vector<std::string>{"acme.example"});
  const auto& server = config.servers.at(0);
  EXPECT_EQ(server.roots, (std::vector<std::string>{"/srv/app", "/etc/t/data"}));
  ASSERT_EQ(server.rules.size(), 2U);
  const auto& first = server.rules[0];
  EXPECT_EQ(first.tool, "manage_*");
  EXPECT_EQ(first.where, "/etc/t/touchstone.yaml:7");
  ASSERT_EQ(first.when.size(), 3U);
  EXPECT_EQ(first.when[0], (Condition{"action", Condition::Kind::kIs, {{"read"}, {"list"}}}));
  EXPECT_EQ(first.when[1], (Condition{"force", Condition::Kind::kIs, {{"false", true}}}));
  EXPECT_EQ(first.when[2], (Condition{"/options/format", Condition::Kind::kMatches, {{"csv*"}}}));
  ASSERT_EQ(first.then.size(), 2U);
  EXPECT_EQ(first.then[0].first, Field::kReadOnly);
  EXPECT_EQ(first.then[0].second, model::Value(true));
  const auto& second = server.rules[1];
  EXPECT_EQ(second.tool, "*");
  EXPECT_EQ(second.when[0].kind, Condition::Kind::kAbsent);
  EXPECT_EQ(second.when[1].operands[0], (resolve::Operand{"5", false}));
}

TEST(CallRules, are_shown_as_they_read) {
  const auto config = good(kRules);
  for (const bool as_json : {false, true}) {
    const auto again = good(show(config, as_json), as_json ? "/etc/t/t.json" : "/etc/t/t.yaml");
    EXPECT_EQ(again.servers.at(0).rules, config.servers[0].rules) << show(config, as_json);
    EXPECT_EQ(again.domains, config.domains);
  }
}

std::string rule_problems(const std::string& rule) {
  return problems("mcpServers: {s: {command: x, resolve: [" + rule + "]}}");
}

TEST(CallRules, that_are_wrong_are_told_with_place_and_remedy) {
  EXPECT_THAT(rule_problems("{tool: a}"),
              HasSubstr("t.yaml:1:40 (mcpServers.s.resolve[0]): has no then"));
  EXPECT_THAT(rule_problems("{then: {readOnlyHnt: true}}"),
              HasSubstr("there is no field \"readOnlyHnt\"\n  try: readOnlyHint"));
  EXPECT_THAT(rule_problems("{then: {readOnlyHint: yes}}"),
              HasSubstr("(mcpServers.s.resolve[0].then.readOnlyHint)"));
  EXPECT_THAT(rule_problems("{then: {}}"), HasSubstr("says nothing"));
  EXPECT_THAT(rule_problems("{wen: {a: b}, then: {readOnlyHint: true}}"),
              HasSubstr("there is no key \"wen\"\n  try: when"));
  EXPECT_THAT(rule_problems("{when: {a: []}, then: {readOnlyHint: true}}"),
              HasSubstr("empty list"));
  EXPECT_THAT(rule_problems("{when: {a: {like: x}}, then: {readOnlyHint: true}}"),
              HasSubstr("there is no test \"like\""));
  EXPECT_THAT(rule_problems("{when: {a: {absent: 1}}, then: {readOnlyHint: true}}"),
              HasSubstr("expected true or false"));
  EXPECT_THAT(rule_problems("{when: {a: [[b]]}, then: {readOnlyHint: true}}"),
              HasSubstr("(mcpServers.s.resolve[0].when.a[0])"));
  EXPECT_THAT(rule_problems("x"), HasSubstr("expected a map of keys"));
  EXPECT_THAT(problems("domains: ['https://x.example']"), HasSubstr("is not a domain"));
  EXPECT_THAT(problems("domains: [com]"), HasSubstr("is not a domain"));
}

}  // namespace
}  // namespace touchstone::config
