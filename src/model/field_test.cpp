#include "model/field.hpp"

#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

struct Row {
  std::string_view name;
  std::optional<bool> fallback;
  std::optional<bool> risky;
  bool only_if_writing;
  std::string_view from;
};

// The table of the annotation model, typed a second time on purpose.
constexpr Row kTable[] = {
    {"title", {}, {}, false, "core"},
    {"readOnlyHint", false, false, false, "core"},
    {"destructiveHint", true, true, true, "core"},
    {"idempotentHint", false, false, true, "core"},
    {"openWorldHint", true, true, false, "core"},
    {"aiProcessingHint", {}, true, false, "SEP-1984"},
    {"slowExecutionHint", {}, true, false, "SEP-1984"},
    {"resourceIntensiveHint", {}, true, false, "SEP-1984"},
    {"sensitiveDataHint", {}, true, false, "SEP-1984"},
    {"privilegedAccessHint", {}, true, false, "SEP-1984"},
    {"reversibleHint", {}, false, true, "SEP-1984"},
    {"agencyHint", {}, true, false, "SEP-1938"},
    {"maliciousActivityHint", {}, true, false, "SEP-1913"},
    {"attribution", {}, {}, false, "SEP-1913"},
    {"inputMetadata.destination", {}, {}, false, "SEP-1913"},
    {"inputMetadata.sensitivity", {}, {}, false, "SEP-1913"},
    {"inputMetadata.outcomes", {}, {}, false, "SEP-1913"},
    {"returnMetadata.source", {}, {}, false, "SEP-1913"},
    {"returnMetadata.sensitivity", {}, {}, false, "SEP-1913"},
};
static_assert(std::size(kTable) == kFieldCount);

TEST(Fields, are_those_of_the_proposals_with_their_defaults_and_risky_values) {
  for (std::size_t i = 0; i < kFieldCount; ++i) {
    SCOPED_TRACE(kTable[i].name);
    EXPECT_EQ(static_cast<std::size_t>(kFields[i].field), i);
    EXPECT_EQ(kFields[i].name, kTable[i].name);
    EXPECT_EQ(kFields[i].fallback, kTable[i].fallback);
    EXPECT_EQ(kFields[i].risky, kTable[i].risky);
    EXPECT_EQ(kFields[i].only_if_writing, kTable[i].only_if_writing);
    EXPECT_EQ(kFields[i].from, kTable[i].from);
    EXPECT_FALSE(kFields[i].meaning.empty());
    EXPECT_EQ(kFields[i].type == Type::kChoices, kFields[i].vocabulary.has_value());
  }
}

TEST(Fields, are_found_by_their_wire_name_only) {
  for (const auto& field : kFields) EXPECT_EQ(find_field(field.name), &field);
  EXPECT_EQ(find_field("readonlyHint"), nullptr);
  EXPECT_EQ(find_field("destination"), nullptr);
  EXPECT_EQ(find_field(""), nullptr);
}

TEST(Fields, in_a_metadata_object_know_group_and_key) {
  EXPECT_EQ(spec(Field::kOutcomes).group(), "inputMetadata");
  EXPECT_EQ(spec(Field::kOutcomes).key(), "outcomes");
  EXPECT_EQ(spec(Field::kAgency).group(), "");
  EXPECT_EQ(spec(Field::kAgency).key(), "agencyHint");
}

TEST(Fields, default_pessimistically_or_to_no_claim) {
  const auto profile = profile_from(R"({"name":"t"})");
  for (const auto& row : kTable) {
    const auto& state = profile[find_field(row.name)->field];
    const Value expected = row.name == "title" ? Value(std::string("t"))
                           : row.fallback      ? Value(*row.fallback)
                                               : Value();
    EXPECT_EQ(state.value, expected) << row.name;
    EXPECT_EQ(state.source, Source::kDefault) << row.name;
  }
}

TEST(Fields, a_missing_title_is_the_name_and_a_nameless_tool_has_none) {
  EXPECT_EQ(default_value(Field::kTitle, "fetch"), Value(std::string("fetch")));
  EXPECT_EQ(default_value(Field::kTitle), Value());
}

TEST(Fields, every_flag_tells_absent_false_and_true_apart) {
  for (const auto& field : kFields) {
    if (field.type != Type::kFlag) continue;
    SCOPED_TRACE(field.name);
    const auto with = [&](std::string_view value) {
      return annotated("{\"" + std::string(field.name) + "\":" + std::string(value) + "}").tool;
    };
    EXPECT_TRUE(annotated("{}").tool.claims.empty());
    ASSERT_EQ(with("true").claims.size(), 1U);
    EXPECT_EQ(with("true").claims[0].value, Value(true));
    ASSERT_EQ(with("false").claims.size(), 1U);
    EXPECT_EQ(with("false").claims[0].value, Value(false));
    EXPECT_TRUE(with("null").claims.empty());
    EXPECT_EQ(with("null").problems.size(), 1U);
  }
}

}  // namespace
}  // namespace touchstone::model
