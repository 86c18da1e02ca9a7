#include "resolve/rule.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "model/derive.hpp"
#include "resolve/test_support.hpp"

namespace touchstone::resolve {
namespace {

using Kind = Condition::Kind;
using model::Field;

bool holds(const Condition& condition, std::string_view arguments) {
  const auto document = testing::parsed(arguments);
  return condition.holds(document.root());
}

TEST(Conditions, compare_texts_numbers_and_truth_values) {
  const Condition plain{"a", Kind::kIs, {{"5", true}, {"true", true}, {"x", true}}};
  for (const auto* yes :
       {R"({"a":5})", R"({"a":"5"})", R"({"a":true})", R"({"a":"x"})", R"({"a":["x",5]})"}) {
    EXPECT_TRUE(holds(plain, yes)) << yes;
  }
  for (const auto* no :
       {R"({})", R"({"a":null})", R"({"a":[]})", R"({"a":["x","y"]})", R"({"a":{"x":1}})",
        R"({"a":"X"})", R"({"a":[["x"]]})", R"("a")", R"({"b":"x"})"}) {
    EXPECT_FALSE(holds(plain, no)) << no;
  }
  const Condition quoted{"a", Kind::kIs, {{"5", false}}};
  EXPECT_TRUE(holds(quoted, R"({"a":"5"})"));
  EXPECT_FALSE(holds(quoted, R"({"a":5})"));
}

TEST(Conditions, know_patterns_pointers_and_absence) {
  EXPECT_TRUE(holds({"/o/f", Kind::kMatches, {{"csv*"}}}, R"({"o":{"f":"csv-1"}})"));
  EXPECT_FALSE(holds({"/o/f", Kind::kMatches, {{"csv*"}}}, R"({"o":{"f":"tsv"}})"));
  EXPECT_TRUE(holds({"a", Kind::kAbsent, {}}, R"({"b":1})"));
  EXPECT_TRUE(holds({"a", Kind::kAbsent, {}}, R"({"a":null})"));
  EXPECT_FALSE(holds({"a", Kind::kAbsent, {}}, R"({"a":0})"));
  EXPECT_TRUE(holds({"a", Kind::kPresent, {}}, R"({"a":0})"));
}

Rule rule(std::string tool, std::string argument, std::string value, Field field, bool says) {
  return {std::move(tool),
          {{std::move(argument), Kind::kIs, {{std::move(value)}}}},
          {{field, says}},
          "t.yaml:3"};
}

TEST(Rules, of_the_operator_may_loosen_and_the_first_that_matches_decides) {
  Settings settings;
  settings.rules = {rule("other", "mode", "x", Field::kReadOnly, false),
                    rule("frob*", "mode", "x", Field::kReadOnly, true),
                    rule("*", "mode", "x", Field::kReadOnly, false)};
  const auto frob = testing::tool("frobnicate", R"({"mode":{"type":"string"}})", settings);
  const auto profile = frob.profile(R"({"mode":"x"})");
  EXPECT_EQ(profile[Field::kReadOnly].value, model::Value(true));
  EXPECT_EQ(profile[Field::kReadOnly].source, model::Source::kOperator);
  EXPECT_EQ(model::tier_of(profile), model::Tier::kRead);
  EXPECT_EQ(frob.profile(R"({"mode":"y"})").flag(Field::kReadOnly), false);
  EXPECT_NE(testing::explained(frob.call(R"({"mode":"x"})")).find("t.yaml:3"), std::string::npos);
}

TEST(Rules, hold_also_against_an_untrusted_server) {
  Settings settings;
  settings.rules = {rule("frob", "mode", "x", Field::kReadOnly, true)};
  const auto frob = testing::tool("frob", R"({"mode":{"type":"string"}})", settings);
  const model::FoldOptions untrusted{.trust = model::Trust::kUntrusted};
  EXPECT_EQ(frob.profile(R"({"mode":"x"})", untrusted).flag(Field::kReadOnly), true);
}

TEST(Bound, reassurance_that_does_not_narrow_is_left_out) {
  const testing::Tool tool(
      R"({"name":"m","annotations":{"inputMetadata":{"destination":"internal","sensitivity":"none","outcomes":"irreversible"}},
          "inputSchema":{"properties":{"action":{"enum":["read","delete"]}}}})");
  const auto profile = tool.profile(R"({"action":"read"})");
  EXPECT_EQ(profile.choices(Field::kOutcomes), model::ChoiceSet(model::Outcome::kIrreversible));
}

}  // namespace
}  // namespace touchstone::resolve
