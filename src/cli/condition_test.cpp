#include "cli/condition.hpp"

#include <string>

#include <gtest/gtest.h>

namespace touchstone::cli {
namespace {

constexpr std::string_view kTools = R"([
  {"name": "reader", "annotations": {"readOnlyHint": true, "openWorldHint": false}},
  {"name": "writer", "annotations": {"readOnlyHint": false, "destructiveHint": false,
     "sensitiveHint": "high",
     "inputMetadata": {"destination": ["user", "internal"], "sensitivity": "pii", "outcomes": "consequential"}}},
  {"name": "Delete_all", "server": "files", "description": "it's final", "annotations": {"destructiveHint": true, "agencyHint": true}},
  {"name": "silent"}
])";

// The names of the tools for which the condition holds, or the error.
std::string chosen(std::string_view where) {
  const auto assay = Assay::parse("test", std::string(kTools), model::Trust::kStandard);
  const auto condition = Condition::parse(where);
  if (!condition) return "error: " + condition.error().what;
  std::string out;
  for (const auto& tool : assay->tools()) {
    if (condition->holds(tool)) out += (out.empty() ? "" : " ") + tool.tool.name;
  }
  return out;
}

TEST(Condition, keeps_true_false_and_unset_apart) {
  EXPECT_EQ(chosen("readOnlyHint = true"), "reader");
  EXPECT_EQ(chosen("readOnlyHint = false"), "writer Delete_all");  // its name says so
  EXPECT_EQ(chosen("readOnlyHint = unset"), "silent");
  EXPECT_EQ(chosen("readOnlyHint is unset"), "silent");
  EXPECT_EQ(chosen("readOnlyHint is set"), "reader writer Delete_all");
}

TEST(Condition, not_equal_is_the_exact_opposite_of_equal) {
  EXPECT_EQ(chosen("readOnlyHint != true"), "writer Delete_all silent");
  EXPECT_EQ(chosen("readOnlyHint != unset"), "reader writer Delete_all");
  EXPECT_EQ(chosen("not readOnlyHint = true"), chosen("readOnlyHint != true"));
}

TEST(Condition, asks_for_the_value_with_its_default_by_effective) {
  EXPECT_EQ(chosen("effective.readOnlyHint = false"), "writer Delete_all silent");
  EXPECT_EQ(chosen("effective.readOnlyHint = unset"), "");
  EXPECT_EQ(chosen("effective.openWorldHint"), "writer Delete_all silent");
}

TEST(Condition, knows_the_declaration_and_its_aliases) {
  EXPECT_EQ(chosen("sensitiveHint = high"), "writer");
  EXPECT_EQ(chosen("sensitiveDataHint"), "writer");
  EXPECT_EQ(chosen("declared.destructiveHint"), "Delete_all");
}

TEST(Condition, orders_what_has_an_order) {
  EXPECT_EQ(chosen("risk >= high"), "Delete_all silent");
  EXPECT_EQ(chosen("risk > high"), "Delete_all");
  EXPECT_EQ(chosen("risk < elevated"), "reader");
  EXPECT_EQ(chosen("tier <= write"), "reader writer");
  EXPECT_EQ(chosen("inputMetadata.destination >= internal"), "writer");
  EXPECT_EQ(chosen("inputMetadata.destination <= internal"), "writer");
}

TEST(Condition, an_unset_fact_is_neither_above_nor_below) {
  EXPECT_EQ(chosen("inputMetadata.outcomes < irreversible"), "writer");
  EXPECT_EQ(chosen("inputMetadata.outcomes >= benign"), "writer Delete_all");
}

TEST(Condition, a_set_equals_each_of_its_members) {
  EXPECT_EQ(chosen("inputMetadata.destination = user"), "writer");
  EXPECT_EQ(chosen("inputMetadata.destination = public"), "");
  EXPECT_EQ(chosen("legs contains sendsOut"), "Delete_all silent");
  EXPECT_EQ(chosen("findings = coverage and name = silent"), "silent");
}

TEST(Condition, finds_regulated_data_by_kind_scope_and_both) {
  const auto assay = Assay::parse(
      "test",
      R"({"name":"t","annotations":{"attribution":[],"returnMetadata":{"source":"user",)"
      R"("sensitivity":{"regulated":{"scopes":["HIPAA"]}}}}})",
      model::Trust::kStandard);
  for (const auto* where :
       {"returnMetadata.sensitivity = regulated", "returnMetadata.sensitivity = hipaa",
        "returnMetadata.sensitivity = 'regulated:HIPAA'", "attribution is set"}) {
    EXPECT_TRUE(Condition::parse(where)->holds(assay->tools().front())) << where;
  }
  EXPECT_FALSE(
      Condition::parse("returnMetadata.sensitivity = GDPR")->holds(assay->tools().front()));
}

TEST(Condition, combines_with_the_usual_precedence) {
  EXPECT_EQ(chosen("readOnlyHint or agencyHint and destructiveHint"), "reader Delete_all");
  EXPECT_EQ(chosen("(readOnlyHint or agencyHint) and destructiveHint"), "Delete_all");
  EXPECT_EQ(chosen("not (tier = read or tier = write)"), "Delete_all silent");
  EXPECT_EQ(chosen("! readOnlyHint"), "writer Delete_all silent");
  EXPECT_EQ(chosen("tier in (read, write)"), "reader writer");
}

TEST(Condition, matches_text_by_part_or_pattern_whatever_the_case) {
  EXPECT_EQ(chosen("name ~ delete"), "Delete_all");
  EXPECT_EQ(chosen("name ~ '*er'"), "reader writer");
  EXPECT_EQ(chosen("name !~ '*er'"), "Delete_all silent");
  EXPECT_EQ(chosen("name = DELETE_ALL"), "Delete_all");
  EXPECT_EQ(chosen("description ~ \"it's\""), "Delete_all");
  EXPECT_EQ(chosen("server = unset"), "reader writer silent");
}

TEST(Condition, refuses_what_can_never_hold) {
  EXPECT_TRUE(chosen("risk = hgih").starts_with("error: risk is never hgih"));
  EXPECT_TRUE(chosen("readOnlyHint = maybe").starts_with("error: readOnlyHint is never maybe"));
  EXPECT_TRUE(chosen("readOnlyHint > false").starts_with("error: readOnlyHint has no order"));
}

TEST(Condition, points_at_the_mistake_and_says_what_was_meant) {
  const auto condition = Condition::parse("risk = high and readOnlyHnt = true");
  ASSERT_FALSE(condition);
  EXPECT_EQ(condition.error().what,
            "there is nothing called readOnlyHnt\n"
            "  risk = high and readOnlyHnt = true\n"
            "                  ^");
  EXPECT_TRUE(condition.error().remedy.starts_with("readOnlyHint")) << condition.error().remedy;
}

TEST(Condition, refuses_half_a_condition) {
  for (const auto* text : {"", "risk", "risk =", "and", "(risk = high", "risk = high)", "name ~",
                           "risk = high or", "tier in read", "tier in (read", "name = 'open", "not",
                           "risk = high tier = read", "name = $x", "\xff = 1"}) {
    EXPECT_TRUE(chosen(text).starts_with("error: ")) << text;
  }
}

TEST(Condition, survives_any_depth_of_brackets) {
  EXPECT_TRUE(chosen(std::string(100'000, '(')).starts_with("error: "));
  EXPECT_TRUE(chosen(std::string(100'000, '!')).starts_with("error: "));
  EXPECT_EQ(chosen(std::string(50, '(') + "readOnlyHint" + std::string(50, ')')), "reader");
}

}  // namespace
}  // namespace touchstone::cli
