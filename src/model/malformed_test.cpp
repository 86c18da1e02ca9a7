// What cannot be read: reported where it stands, and counted as no claim.
#include <fmt/format.h>

#include "json/pointer.hpp"
#include "model/claims.hpp"
#include "model/parse_value.hpp"
#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

// Replaces one member of a good metadata object.
std::string input_metadata(std::string_view key, std::string_view json) {
  std::string out = R"({"inputMetadata":{)";
  for (const auto& [name, good] :
       {std::pair("destination", R"("user")"), std::pair("sensitivity", R"("none")"),
        std::pair("outcomes", R"("benign")")}) {
    out += fmt::format("\"{}\":{},", name, key == name ? json : good);
  }
  out.back() = '}';
  return out + "}";
}

struct Case {
  std::string annotations;
  std::string_view pointer;  // below /annotations
  std::string_view says;
};

void expect_problem(const Case& c) {
  SCOPED_TRACE(c.annotations);
  const auto read = annotated(c.annotations);
  EXPECT_TRUE(read.tool.claims.empty());
  ASSERT_EQ(read.tool.problems.size(), 1U);
  const auto& problem = read.tool.problems[0];
  EXPECT_EQ(problem.kind, FindingKind::kMalformed);
  EXPECT_EQ(problem.severity, Severity::kError);
  EXPECT_EQ(problem.pointer, "/annotations" + std::string(c.pointer));
  EXPECT_NE(problem.reason.find(c.says), std::string::npos) << problem.reason;
  // Pointer and offset name the same place: the value, or for a stray member its key.
  const auto place = json::at(read.document.root(), problem.pointer);
  ASSERT_TRUE(place) << problem.pointer;
  EXPECT_LE(problem.offset, place.begin_offset());
  EXPECT_LT(place.begin_offset() - problem.offset, 12U);
  const auto profile = profile_of(read.tool);
  for (const auto& field : kFields) EXPECT_FALSE(profile.stated(field.field)) << field.name;
}

TEST(Malformed, flags_of_another_type) {
  expect_problem({R"({"readOnlyHint":"true"})", "/readOnlyHint", "remove the quotation marks"});
  expect_problem({R"({"agencyHint":1})", "/agencyHint", "found a number"});
  expect_problem({R"({"openWorldHint":null})", "/openWorldHint", "found null"});
  expect_problem({R"({"title":7})", "/title", "must be a string"});
}

TEST(Malformed, metadata_objects_that_are_none) {
  expect_problem({R"({"inputMetadata":"public"})", "/inputMetadata", "must be an object"});
  expect_problem({R"({"returnMetadata":[]})", "/returnMetadata", "found an array"});
}

TEST(Malformed, a_missing_member_takes_what_reassures_with_it) {
  expect_problem({R"({"inputMetadata":{"destination":"internal","outcomes":"benign"}})",
                  "/inputMetadata", "inputMetadata.sensitivity is required and missing"});
  expect_problem({R"({"returnMetadata":{"sensitivity":"none"}})", "/returnMetadata",
                  "returnMetadata.source is required"});
}

TEST(Malformed, an_extra_member_takes_what_reassures_with_it) {
  expect_problem({R"({"returnMetadata":{"source":"system","sensitivity":"none","x~/y":1}})",
                  "/returnMetadata/x~0~1y", "has no member"});
  expect_problem({R"({"inputMetadata":{"destination":"user","sensitivity":"none",
                      "outcomes":"benign","outcome":"benign"}})",
                  "/inputMetadata/outcome", "has no member"});
}

// What is still heard of it, as "field=value field=value".
std::string heard_of(const std::string& annotations) {
  const auto read = annotated(annotations);
  EXPECT_FALSE(read.tool.problems.empty()) << annotations;
  std::string out;
  for (const auto& claim : read.tool.claims) {
    out += fmt::format("{}{}={}", out.empty() ? "" : " ", spec(claim.field).key(),
                       to_string(claim.value));
  }
  return out;
}

TEST(Malformed, what_warns_counts_whatever_is_wrong_beside_it) {
  struct Warning {
    std::string_view annotations;
    std::string_view heard;
  };
  for (const auto& [annotations, heard] : {
           Warning{R"({"inputMetadata":{"destination":"public","outcomes":"irreversible"}})",
                   "destination=public outcomes=irreversible"},
           Warning{R"({"inputMetadata":{"destination":"publik","sensitivity":"none",
                       "outcomes":"irreversible"}})",
                   "outcomes=irreversible"},
           Warning{R"({"inputMetadata":{"destination":"user","outcome":"irreversible",
                       "sensitivity":"pii"}})",
                   "sensitivity=pii"},
           Warning{R"({"returnMetadata":{"source":"untrustedPublic"}})", "source=untrustedPublic"},
           Warning{R"({"returnMetadata":{"source":7,"sensitivity":["credentials"]}})",
                   "sensitivity=credentials"},
           Warning{R"({"inputMetadata":{"destination":["user","public","x"],"sensitivity":"none",
                       "outcomes":"benign"}})",
                   "destination=user, public"},
           Warning{R"({"inputMetadata":{"destination":"user","sensitivity":["pii","secret"],
                       "outcomes":"benign"}})",
                   "sensitivity=pii"},
           Warning{R"({"io.modelcontextprotocol/action-metadata":{"inputMetadata":{
                       "destination":"public","sensitivity":"all"}}})",
                   "destination=public"},
           Warning{R"({"io.modelcontextprotocol/action-metadata":{
                       "outcome":["irreversible","fatal"]}})",
                   "outcomes=irreversible"},
       }) {
    EXPECT_EQ(heard_of(std::string(annotations)), heard) << annotations;
  }
}

TEST(Malformed, a_warning_in_a_faulty_object_does_not_rule_out_worse) {
  EXPECT_EQ(heard_of(R"({"inputMetadata":{"outcomes":"consequential"}})"),
            "outcomes=consequential, irreversible");
}

TEST(Malformed, a_tool_that_warns_with_a_slip_is_as_risky_as_one_without) {
  const auto read = annotated(
      R"({"readOnlyHint":true,"inputMetadata":{"destination":"public","outcomes":"irreversible"}})");
  const auto profile = profile_of(read.tool);
  EXPECT_FALSE(profile.is_true(Field::kReadOnly));
  EXPECT_TRUE(profile.choices(Field::kDestination).has("public"));
}

TEST(Malformed, words_that_are_not_in_the_vocabulary) {
  expect_problem({input_metadata("destination", R"("world")"), "/inputMetadata/destination",
                  "must be ephemeral, system, user, internal or public, found \"world\""});
  expect_problem({input_metadata("outcomes", R"(["benign","fatal"])"), "/inputMetadata/outcomes/1",
                  "found \"fatal\""});
  expect_problem({input_metadata("sensitivity", R"(["none","secret"])"),
                  "/inputMetadata/sensitivity/1", "found \"secret\""});
  expect_problem(
      {input_metadata("sensitivity", R"("regulated")"), "/inputMetadata/sensitivity", "regulated"});
}

TEST(Malformed, sets_of_another_type) {
  expect_problem({input_metadata("destination", "true"), "/inputMetadata/destination", "true"});
  expect_problem(
      {input_metadata("outcomes", R"([["benign"]])"), "/inputMetadata/outcomes/0", "must be"});
  expect_problem({input_metadata("sensitivity", "null"), "/inputMetadata/sensitivity", "null"});
}

TEST(Malformed, empty_and_oversized_sets) {
  expect_problem({input_metadata("destination", "[]"), "/inputMetadata/destination", "empty set"});
  expect_problem({input_metadata("sensitivity", "[ ]"), "/inputMetadata/sensitivity", "empty set"});
  std::string many = "[";
  for (std::size_t i = 0; i < kMaxSetMembers; ++i) many += R"("user",)";
  expect_problem({input_metadata("destination", many + R"("user"])"),
                  "/inputMetadata/destination/64", "more than 64 members"});
  many.back() = ']';
  EXPECT_TRUE(annotated(input_metadata("destination", many)).tool.problems.empty());
}

TEST(Malformed, regulated_classes) {
  const auto sensitivity = [](std::string_view json) {
    return input_metadata("sensitivity", json);
  };
  constexpr std::string_view kAt = "/inputMetadata/sensitivity";
  expect_problem({sensitivity(R"({"regulated":{"scopes":"GDPR"}})"),
                  "/inputMetadata/sensitivity/regulated/scopes",
                  "put the single value in brackets"});
  expect_problem({sensitivity(R"(["none",{"regulated":{"scopes":["GDPR",3]}}])"),
                  "/inputMetadata/sensitivity/1/regulated/scopes/1", "a scope must be a string"});
  expect_problem({sensitivity(R"({"regulated":{}})"), "/inputMetadata/sensitivity/regulated",
                  "lacks the member \"scopes\""});
  expect_problem({sensitivity(R"({"regulated":["GDPR"]})"), "/inputMetadata/sensitivity/regulated",
                  "must be an object"});
  expect_problem({sensitivity(R"({"regulated":{"scopes":[],"x":1}})"),
                  "/inputMetadata/sensitivity/regulated/x", "unexpected member"});
  expect_problem(
      {sensitivity(R"({"scopes":[]})"), "/inputMetadata/sensitivity/scopes", "unexpected member"});
  expect_problem({sensitivity("{}"), kAt, "lacks the member \"regulated\""});
}

TEST(Malformed, attribution) {
  expect_problem({R"({"attribution":"mcp://a"})", "/attribution", "put it in brackets"});
  expect_problem({R"({"attribution":{}})", "/attribution", "must be an array"});
  expect_problem({R"({"attribution":["mcp://a",null]})", "/attribution/1", "must be a string"});
  std::string many = R"({"attribution":[)";
  for (std::size_t i = 0; i < kMaxUris; ++i) many += "\"a\",";
  expect_problem({many + "\"a\"]}", "/attribution/1024", "more than 1024"});
}

TEST(Malformed, action_metadata) {
  const auto at = [](std::string_view json) {
    return R"({"io.modelcontextprotocol/action-metadata":)" + std::string(json) + "}";
  };
  expect_problem({at("[]"), "/io.modelcontextprotocol~1action-metadata", "must be an object"});
  expect_problem({at(R"({"outcome":"bad"})"), "/io.modelcontextprotocol~1action-metadata/outcome",
                  "must be benign"});
  expect_problem({at(R"({"requiresReview":"yes"})"),
                  "/io.modelcontextprotocol~1action-metadata/requiresReview", "true or false"});
  expect_problem({at(R"({"inputMetadata":1})"),
                  "/io.modelcontextprotocol~1action-metadata/inputMetadata", "found a number"});
}

TEST(Malformed, one_bad_object_leaves_the_other_claims_alone) {
  const auto read = annotated(R"({"readOnlyHint":true,"inputMetadata":{},"agencyHint":"no"})");
  ASSERT_EQ(read.tool.claims.size(), 1U);
  EXPECT_EQ(read.tool.claims[0].field, Field::kReadOnly);
  EXPECT_EQ(read.tool.problems.size(), 4U);
}

TEST(Malformed, a_flood_of_problems_is_counted_not_listed) {
  std::string text =
      R"({"inputMetadata":{"destination":"user","sensitivity":"none","outcomes":"benign")";
  for (int i = 0; i < 10'000; ++i) text += fmt::format(R"(,"x{}":0)", i);
  text += '}';
  for (int i = 0; i < 10'000; ++i) text += fmt::format(R"(,"y{}":0)", i);
  const auto read = annotated(text + "}");
  EXPECT_EQ(read.tool.problems.size(), kMaxProblems + 1);
  EXPECT_EQ(read.tool.problems.back().reason, "19936 more problems are not listed");
  EXPECT_EQ(read.tool.problems.back().kind, FindingKind::kMalformed);
  EXPECT_TRUE(read.tool.claims.empty()) << "a problem beyond the list still counts";
}

}  // namespace
}  // namespace touchstone::model
