// Values of a call that can be read in more than one way: the rule takes the side that restricts.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/check.hpp"
#include "policy/explain.hpp"
#include "policy/test_support.hpp"

namespace touchstone::policy {
namespace {

using testing::fires;
using ::testing::HasSubstr;

// Of a rule that blocks if, and of one that blocks unless.
std::string sides(const std::string& question, const std::string& value) {
  const auto facts = "request.arguments: {x: " + value + "}";
  const bool restricts = fires("{fact: request.arguments.x, " + question + "}", facts);
  const bool excepts = !fires("{not: {fact: request.arguments.x, " + question + "}}", facts);
  return std::string(restricts ? "restricts" : "-") + (excepts ? " excepts" : " -");
}

constexpr const char* kYes = "restricts excepts";
constexpr const char* kNo = "- -";
constexpr const char* kDoubt = "restricts -";

TEST(Doubt, numbers_beyond_a_double_compare_as_what_they_are) {
  const auto* above = "greaterThan: 1000";
  const auto* below = "lessThan: 1000";
  for (const auto* value :
       {"5000", "1e400", "99999999999999999999999999", "1000.000000000000000001", "[1, 1e400]"}) {
    EXPECT_EQ(sides(above, value), kYes) << value;
  }
  EXPECT_EQ(sides(below, "-1e400"), kYes);
  EXPECT_EQ(sides(above, "-1e400"), kNo);
  EXPECT_EQ(sides(below, "1e400"), kNo);
  EXPECT_EQ(sides("greaterThan: 9007199254740992", "9007199254740993"), kYes);
  EXPECT_EQ(sides("greaterThan: 9007199254740993", "9007199254740993"), kNo);
  EXPECT_EQ(sides("equals: 1234567890123456789", "1234567890123456789"), kYes);
  EXPECT_EQ(sides("equals: 1234567890123456789", "1234567890123456788"), kNo);
  EXPECT_EQ(sides("greaterThan: 0", "1e-400"), kYes);
}

TEST(Doubt, a_text_that_reads_as_a_number_compares_as_one) {
  EXPECT_EQ(sides("greaterThan: 1000", "'5000'"), kYes);
  EXPECT_EQ(sides("greaterThan: 1000", "'1e400'"), kYes);
  EXPECT_EQ(sides("greaterThan: 1000", "'500'"), kNo);
  EXPECT_EQ(sides("lessThan: 1000", "' 500 '"), kYes);
  EXPECT_EQ(sides("lessThan: 1000", "['500', 5000]"), kYes);
  for (const auto* value : {"'5,000'", "'0x1388'", "'5000 EUR'", "'Infinity'", "'５０００'"}) {
    EXPECT_EQ(sides("greaterThan: 1000", value), kDoubt) << value;
    EXPECT_EQ(sides("lessThan: 1000", value), kDoubt) << value;
  }
  EXPECT_EQ(sides("greaterThan: 1000", "all"), kNo);
  EXPECT_EQ(sides("greaterThan: 1000", "true"), kNo);
}

TEST(Doubt, one_type_may_stand_for_another) {
  EXPECT_EQ(sides("equals: 22", "'22'"), kDoubt);
  EXPECT_EQ(sides("equals: '22'", "22"), kDoubt);
  EXPECT_EQ(sides("in: ['22', x]", "22.0"), kDoubt);
  EXPECT_EQ(sides("equals: true", "'True'"), kDoubt);
  EXPECT_EQ(sides("equals: false", "0"), kDoubt);
  EXPECT_EQ(sides("notEquals: 22", "'22'"), kDoubt);
  EXPECT_EQ(sides("notEquals: 22", "'23'"), kYes);
  EXPECT_EQ(sides("startsWith: '49'", "4930123"), kDoubt);
  EXPECT_EQ(sides("matches: '^49[0-9]+$'", "4930123"), kDoubt);
  EXPECT_EQ(sides("contains: 22", "'port 22'"), kYes);
  EXPECT_EQ(sides("contains: 22", "'port 23'"), kNo);
  EXPECT_EQ(sides("equals: 22", "22"), kYes);
  EXPECT_EQ(sides("equals: 22", "x"), kNo);
}

TEST(Doubt, places_count_as_near_for_a_rule_and_as_far_for_its_exception) {
  EXPECT_EQ(sides("withinPath: /etc", "file:///etc/passwd"), kYes);
  EXPECT_EQ(sides("withinPath: /etc", "'%2Fetc/passwd'"), kDoubt);
  EXPECT_EQ(sides("withinPath: /srv/data", "/srv/data/%2e%2e/x"), kDoubt);
  EXPECT_EQ(sides("withinPath: /srv/data", "/srv/data/a"), kYes);
  EXPECT_EQ(sides("cidr: 10.0.0.0/8", "'http://10.1.2.3/'"), kYes);
  EXPECT_EQ(sides("cidr: 10.0.0.0/8", "167838211"), kDoubt);
  EXPECT_EQ(sides("cidr: 10.0.0.0/8", "'010.1.2.3'"), kDoubt);
  EXPECT_EQ(sides("cidr: 10.0.0.0/8", "example.org"), kNo);
}

TEST(Doubt, unless_and_not_each_turn_the_side) {
  const auto* facts = "request.arguments: {x: '5,000'}";
  const std::string asks = "{fact: request.arguments.x, greaterThan: 1000}";
  EXPECT_TRUE(fires("{not: {not: " + asks + "}}", facts));
  EXPECT_TRUE(fires("{fact: request.arguments.x, exists: true, unless: " + asks + "}", facts));
  EXPECT_TRUE(
      fires("{not: {and: [" + asks + ", {fact: request.arguments.x, exists: true}]}}", facts));
}

TEST(Doubt, explaining_tells_of_it) {
  const auto policy = testing::policy_of(
      "rules: [{name: r, effect: block, conditions: {fact: request.arguments.x, lessThan: 5}}]");
  const auto asked = [&](const char* value) {
    const auto known = testing::facts_of("request.arguments: {x: " + std::string(value) + "}");
    return explain(*policy, Phase::kRequest, known.facts).front().asked.front();
  };
  EXPECT_TRUE(asked("'5,000'").doubt);
  EXPECT_TRUE(asked("'5,000'").held);
  EXPECT_FALSE(asked("4").doubt);
  EXPECT_EQ(asked("1e400").seen, "1e400");
}

// As records are, which are replayed.
TEST(Doubt, numbers_stay_as_they_are_written_in_facts_of_a_file) {
  const auto known = testing::facts_of(R"({"request.arguments": {"x": 1e400, "y": "1e400"}})");
  EXPECT_EQ(known.facts.text_of(*find_fact("request.arguments.x")), "1e400");
  EXPECT_EQ(known.facts.text_of(*find_fact("request.arguments.y")), "\"1e400\"");
  json::Writer out;
  known.facts.write(out);
  EXPECT_THAT(std::string(out.text()), HasSubstr(R"("x":1e400)"));
}

std::string remarks_on(const std::string& unless) {
  const auto policy = testing::policy_of(
      "rules: [{name: r, effect: block, conditions: {fact: tool.name, equals: mail}, unless: " +
      unless + "}]");
  std::string out;
  for (const auto& remark : check(*policy)) out += std::string(name_of(remark.kind)) + " ";
  return out;
}

TEST(Doubt, the_check_tells_of_exceptions_that_a_second_address_gets_through) {
  for (const auto* loose : {"endsWith: '@example.org'", "contains: example", "matches: '@x$'"})
    EXPECT_EQ(remarks_on("{fact: request.arguments.to, every: true, " + std::string(loose) + "}"),
              "loose ")
        << loose;
  for (const auto* tight : {"equals: a@example.org", "matches: '^[^@,; ]+@example[.]org$'",
                            "matches: '(?i)^a$'", "withinPath: /srv", "startsWith: 'https://x/'"})
    EXPECT_EQ(remarks_on("{fact: request.arguments.to, every: true, " + std::string(tight) + "}"),
              "")
        << tight;
  EXPECT_EQ(remarks_on("{fact: flow.sources, endsWith: x}"), "");
}

}  // namespace
}  // namespace touchstone::policy
