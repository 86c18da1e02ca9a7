#include "cli/selection.hpp"

#include <gtest/gtest.h>

namespace touchstone::cli {
namespace {

constexpr std::string_view kSelection = R"([
  {"name": "b", "annotations": {"readOnlyHint": true}},
  {"name": "a"},
  {"name": "C", "annotations": {"readOnlyHint": false, "destructiveHint": false}},
  {"name": "d", "annotations": {"readOnlyHint": true, "openWorldHint": true}}
])";

std::string ordered(std::string_view sort, std::string_view where = "") {
  const auto assay = Assay::parse("test", std::string(kSelection), model::Trust::kStandard);
  const auto chosen = select(*assay, where, sort);
  if (!chosen) return "error: " + chosen.error().what;
  std::string out;
  for (const auto* tool : *chosen) out += tool->tool.name;
  return out;
}

TEST(Select, without_sort_keeps_the_order_of_the_list) { EXPECT_EQ(ordered(""), "baCd"); }

TEST(Select, puts_the_riskiest_first) {
  EXPECT_EQ(ordered("risk"), "aCbd");
  EXPECT_EQ(ordered("risk:asc"), "bdCa");
}

TEST(Select, sorts_texts_from_a_to_z_whatever_the_case) {
  EXPECT_EQ(ordered("name"), "abCd");
  EXPECT_EQ(ordered("name:desc"), "dCba");
}

TEST(Select, breaks_ties_by_the_next_key_and_then_by_the_list) {
  EXPECT_EQ(ordered("tier,name:desc"), "aCdb");
  EXPECT_EQ(ordered("tier"), "aCbd");
}

TEST(Select, puts_unset_last_in_both_directions) {
  EXPECT_EQ(ordered("readOnlyHint"), "Cbda");
  EXPECT_EQ(ordered("readOnlyHint:asc"), "bdCa");
}

TEST(Select, filters_and_sorts_together) { EXPECT_EQ(ordered("name:desc", "readOnlyHint"), "db"); }

TEST(Select, refuses_names_and_directions_it_does_not_know) {
  EXPECT_EQ(ordered("rsik"), "error: there is nothing called rsik");
  EXPECT_EQ(ordered("risk:up"), "error: up is not a direction");
  EXPECT_FALSE(parse_columns("name,colour"));
  EXPECT_EQ(parse_columns("name, risk")->size(), 2U);
}

}  // namespace
}  // namespace touchstone::cli
