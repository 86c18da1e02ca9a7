#include "model/claims.hpp"

#include "model/alias.hpp"
#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

const Evidence* claim_on(const ReadTool& read, Field field) {
  const auto found = std::ranges::find(read.tool.claims, field, &Evidence::field);
  return found == read.tool.claims.end() ? nullptr : &*found;
}

Value claimed(const ReadTool& read, Field field) {
  const auto* claim = claim_on(read, field);
  return claim == nullptr ? Value() : claim->value;
}

TEST(Claims, know_where_they_were_made) {
  const auto read = annotated(R"({"title":"T","inputMetadata":{"destination":["user","public"],
      "sensitivity":"none","outcomes":"benign"}})");
  EXPECT_TRUE(read.tool.problems.empty());
  EXPECT_EQ(claim_on(read, Field::kTitle)->pointer, "/annotations/title");
  EXPECT_EQ(claim_on(read, Field::kDestination)->pointer, "/annotations/inputMetadata/destination");
  EXPECT_EQ(claimed(read, Field::kDestination),
            Value(ChoiceSet(Destination::kUser) | Destination::kPublic));
  EXPECT_EQ(claim_on(read, Field::kDestination)->source, Source::kDeclared);
}

TEST(Claims, see_through_escapes_in_keys_and_words) {
  const auto read = annotated(R"({"read\u004fnlyHint":true,
      "return\u004detadata":{"source":"int\u0065rnal","sensitivity":"\u0070ii"}})");
  EXPECT_EQ(claimed(read, Field::kReadOnly), Value(true));
  EXPECT_EQ(claimed(read, Field::kSource), Value(ChoiceSet(Origin::kInternal)));
  EXPECT_EQ(claimed(read, Field::kReturnSensitivity), Value(DataClasses(DataClass::kPii)));
}

TEST(Claims, a_tools_own_title_comes_before_the_annotation) {
  EXPECT_EQ(
      profile_from(R"({"annotations":{"title":"B"},"title":"A","name":"n"})")[Field::kTitle].value,
      Value(std::string("A")));
}

TEST(Claims, are_read_from_action_metadata_in_annotations_and_in_meta) {
  constexpr std::string_view kAction = R"("io.modelcontextprotocol/action-metadata":{
      "inputMetadata":{"destination":"public","sensitivity":["pii"]},
      "returnMetadata":{"source":"system","sensitivity":"none"},
      "outcome":"irreversible","requiresReview":true})";
  for (const auto& read : {annotated("{" + std::string(kAction) + "}"),
                           annotated("{}", R"(,"_meta":{)" + std::string(kAction) + "}")}) {
    EXPECT_TRUE(read.tool.problems.empty());
    EXPECT_EQ(claimed(read, Field::kDestination), Value(ChoiceSet(Destination::kPublic)));
    EXPECT_EQ(claimed(read, Field::kInputSensitivity), Value(DataClasses(DataClass::kPii)));
    EXPECT_EQ(claimed(read, Field::kOutcomes), Value(ChoiceSet(Outcome::kIrreversible)));
    EXPECT_EQ(claimed(read, Field::kSource), Value(ChoiceSet(Origin::kSystem)));
    EXPECT_EQ(claimed(read, Field::kReturnSensitivity), Value(DataClasses(DataClass::kNone)));
  }
}

TEST(Claims, a_fault_in_an_action_metadata_object_silences_that_object) {
  const auto read = annotated(
      "{}", R"(,"_meta":{"io.modelcontextprotocol/action-metadata":{"inputMetadata":)"
            R"({"outcomes":"benign","destination":"evrywhere"},"outcome":"irreversible"}})");
  EXPECT_EQ(claimed(read, Field::kOutcomes), Value(ChoiceSet(Outcome::kIrreversible)));
  EXPECT_EQ(read.tool.problems.size(), 1U);
}

TEST(Claims, action_metadata_may_be_partial) {
  const auto read = annotated(
      "{}", R"(,"_meta":{"io.modelcontextprotocol/action-metadata":{"outcome":["benign"]}})");
  EXPECT_TRUE(read.tool.problems.empty());
  EXPECT_EQ(read.tool.claims.size(), 1U);
  EXPECT_EQ(read.tool.claims[0].pointer, "/_meta/io.modelcontextprotocol~1action-metadata/outcome");
}

TEST(Claims, other_things_in_meta_are_nobodys_business) {
  const auto read = annotated("{}", R"(,"_meta":{"x":1,"readOnlyHint":true,"a/b":{}})");
  EXPECT_TRUE(read.tool.claims.empty());
  EXPECT_TRUE(read.tool.problems.empty());
}

// --- aliases ---

struct AliasCase {
  std::string_view annotations;
  Field field;
  Value value;
};

TEST(Aliases, are_claims_on_the_fields_they_stand_for) {
  const std::vector<AliasCase> cases{
      {R"({"egressHint":true})", Field::kDestination, ChoiceSet(Destination::kPublic)},
      {R"({"sensitiveHint":true})", Field::kSensitiveData, true},
      {R"({"sensitiveHint":"high"})", Field::kSensitiveData, true},
      {R"({"sensitiveHint":"medium"})", Field::kSensitiveData, true},
      {R"({"sensitiveHint":"low"})", Field::kSensitiveData, false},
      {R"({"sensitiveHint":false})", Field::kSensitiveData, false},
      {R"({"privateHint":true})", Field::kReturnSensitivity, DataClasses(DataClass::kUser)},
      {R"({"secretHint":true})", Field::kReturnSensitivity, DataClasses(DataClass::kCredentials)},
      {R"({"secretHint":true})", Field::kSensitiveData, true},
      {R"({"unsafeOutputHint":true})", Field::kSource, ChoiceSet(Origin::kUntrustedPublic)},
      {R"({"trustedHint":false})", Field::kSource, ChoiceSet(Origin::kUntrustedPublic)},
  };
  for (const auto& c : cases) {
    const auto read = annotated(c.annotations);
    EXPECT_EQ(claimed(read, c.field), c.value) << c.annotations;
    EXPECT_TRUE(read.tool.problems.empty()) << c.annotations;
    ASSERT_NE(claim_on(read, c.field), nullptr) << c.annotations;
    EXPECT_FALSE(claim_on(read, c.field)->reason.empty());
  }
}

TEST(Aliases, that_deny_make_no_claim_they_cannot_keep) {
  for (const auto* annotations : {R"({"trustedHint":true})", R"({"privateHint":false})",
                                  R"({"secretHint":false})", R"({"unsafeOutputHint":false})"}) {
    EXPECT_TRUE(annotated(annotations).tool.claims.empty()) << annotations;
  }
}

TEST(Aliases, no_egress_keeps_input_inside_where_the_field_is_silent) {
  const auto profile = annotated_profile(R"({"egressHint":false,"openWorldHint":true})");
  EXPECT_FALSE(profile.choices(Field::kDestination).has_risky());
  EXPECT_FALSE(legs_of(profile).sends_out);
  EXPECT_TRUE(legs_of(annotated_profile(R"({"egressHint":false})", Trust::kUntrusted)).sends_out);
}

TEST(Aliases, no_egress_does_not_blur_a_precise_destination) {
  const auto profile = annotated_profile(R"({"egressHint":false,"inputMetadata":
      {"destination":"user","sensitivity":"none","outcomes":"benign"}})");
  EXPECT_EQ(profile.choices(Field::kDestination), ChoiceSet(Destination::kUser));
}

TEST(Aliases, in_meta_come_in_either_case) {
  for (const auto* meta : {R"(,"_meta":{"SecretHint":true})", R"(,"_meta":{"secretHint":true})"}) {
    EXPECT_EQ(claimed(annotated("{}", meta), Field::kSensitiveData), Value(true)) << meta;
  }
  EXPECT_EQ(find_meta_alias("SECRETHint"), nullptr);
  EXPECT_EQ(find_meta_alias(""), nullptr);
}

TEST(Aliases, of_another_type_are_malformed) {
  const auto read = annotated(R"({"egressHint":"high","sensitiveHint":"extreme"})");
  EXPECT_TRUE(read.tool.claims.empty());
  ASSERT_EQ(read.tool.problems.size(), 2U);
  EXPECT_EQ(read.tool.problems[0].pointer, "/annotations/egressHint");
  EXPECT_EQ(read.tool.problems[1].pointer, "/annotations/sensitiveHint");
}

}  // namespace
}  // namespace touchstone::model
