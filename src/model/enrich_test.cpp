#include "model/enrich.hpp"

#include "json/pointer.hpp"
#include "model/test_corpus.hpp"
#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

std::string written(std::string_view text, Annotate mode, Trust trust = Trust::kStandard) {
  const auto read = tool_from(text);
  json::Splice splice(read.document);
  annotate(splice, read.tool, profile_of(read.tool, {.trust = trust}), mode);
  return splice.apply();
}

std::string at(std::string_view text, std::string_view pointer) {
  const auto document = parsed(text);
  return std::string(json::at(document.root(), pointer).raw());
}

constexpr std::string_view kMirror = "/_meta/dev.touchstone~1profile";

TEST(Enrich, adds_effective_hints_and_keeps_declared_bytes) {
  const auto out =
      written(R"({"name":"t","annotations":{ "readOnlyHint" : true }})", Annotate::kEnrich);
  EXPECT_EQ(at(out, "/annotations"),
            R"({ "readOnlyHint" : true,"destructiveHint":false,"idempotentHint":true,)"
            R"("openWorldHint":true })");
  EXPECT_EQ(at(out, std::string(kMirror) + "/declared"), R"({ "readOnlyHint" : true })");
}

TEST(Enrich, never_makes_a_reading_tool_look_destructive) {
  const auto out = written(tool_text(R"({"readOnlyHint":true})"), Annotate::kEnrich);
  EXPECT_EQ(at(out, "/annotations/destructiveHint"), "false");
  for (const auto& finding : findings_of(tool_from(out))) {
    EXPECT_NE(finding.kind, FindingKind::kContradiction) << finding.reason;
  }
}

TEST(Enrich, replaces_what_is_not_believed) {
  const auto out = written(tool_text(R"({"readOnlyHint":true,"openWorldHint":false,"x":1.0})"),
                           Annotate::kEnrich, Trust::kUntrusted);
  EXPECT_EQ(at(out, "/annotations"),
            R"({"readOnlyHint":false,"openWorldHint":true,"x":1.0,"destructiveHint":true,)"
            R"("idempotentHint":false})");
  EXPECT_EQ(at(out, std::string(kMirror) + "/declared/readOnlyHint"), "true");
}

TEST(Enrich, keeps_an_explicit_false) {
  constexpr std::string_view kFalse =
      R"({"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,)"
      R"("openWorldHint":false,"aiProcessingHint":false})";
  EXPECT_EQ(at(written(tool_text(kFalse), Annotate::kEnrich), "/annotations"), kFalse);
}

TEST(Enrich, keeps_order_and_spelling_of_what_it_agrees_with) {
  const auto out = written(tool_text(R"({"attribution": ["u:b", "u:\u0061"]})"), Annotate::kEnrich);
  EXPECT_EQ(at(out, "/annotations/attribution"), R"(["u:b", "u:\u0061"])");
}

TEST(Enrich, writes_fields_known_from_elsewhere_and_leaves_the_alias) {
  const auto out = written(tool_text(R"({"secretHint":true})"), Annotate::kEnrich);
  EXPECT_EQ(at(out, "/annotations/sensitiveDataHint"), "true");
  EXPECT_EQ(at(out, "/annotations/secretHint"), "true");
  EXPECT_EQ(at(out, "/annotations/returnMetadata"), "") << "known only in part: told in the mirror";
  EXPECT_EQ(at(out, std::string(kMirror) + "/fields/returnMetadata.sensitivity/value"),
            R"(["credentials"])");
}

TEST(Enrich, rewrites_a_metadata_object_only_if_it_says_something_else) {
  constexpr std::string_view kOdd =
      R"({ "sensitivity":["pii", "p\u0069i"] , "source" : ["user"] })";
  const auto tool = tool_text(R"({"returnMetadata":)" + std::string(kOdd) + "}");
  EXPECT_EQ(at(written(tool, Annotate::kEnrich), "/annotations/returnMetadata"), kOdd);
  const auto unsafe =
      tool_text(R"({"unsafeOutputHint":true,"returnMetadata":)" + std::string(kOdd) + "}");
  EXPECT_EQ(at(written(unsafe, Annotate::kEnrich), "/annotations/returnMetadata"),
            R"({"source":["user","untrustedPublic"],"sensitivity":"pii"})");
}

TEST(Enrich, keeps_malformed_metadata_on_the_wire) {
  constexpr std::string_view kBad = R"({"destination":"public","outcomes":[]})";
  const auto out =
      written(tool_text(R"({"inputMetadata":)" + std::string(kBad) + "}"), Annotate::kEnrich);
  EXPECT_EQ(at(out, "/annotations/inputMetadata"), kBad);
}

TEST(Enrich, withdraws_reassurance_that_nobody_believes) {
  const auto read = tool_from(tool_text(
      R"({ "x":1.0, "reversibleHint":true, "readOnlyHint":true, "agencyHint":false,)"
      R"("inputMetadata":{"destination":"user","sensitivity":"none","outcomes":"benign"} })"));
  json::Splice splice(read.document);
  annotate(splice, read.tool, profile_of(read.tool, {.trust = Trust::kUntrusted}),
           Annotate::kEnrich);
  EXPECT_EQ(at(splice.apply(), "/annotations"),
            R"({"x":1.0,"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,)"
            R"("openWorldHint":true})");
}

TEST(Enrich, keeps_what_an_untrusted_server_tells_and_rules_out_nothing_for_it) {
  const auto read = tool_from(
      tool_text(R"({"caf\u00e9" : 1.0, "agencyHint":false, "inputMetadata":)"
                R"({"destination":"user","sensitivity":["pii"],"outcomes":"irreversible"}})"));
  json::Splice splice(read.document);
  annotate(splice, read.tool, profile_of(read.tool, {.trust = Trust::kUntrusted}),
           Annotate::kEnrich);
  const auto out = splice.apply();
  EXPECT_EQ(at(out, "/annotations/inputMetadata"),
            R"({"destination":["ephemeral","system","user","internal","public"],)"
            R"("sensitivity":"pii","outcomes":"irreversible"})");
  EXPECT_NE(out.find(R"({"caf\u00e9":1.0,"inputMetadata")"), std::string::npos) << out;
}

TEST(Enrich, does_not_write_a_set_that_a_reader_would_refuse) {
  const auto labels = [](char letter) {
    std::string out;
    for (int i = 0; i < 60; ++i)
      out += "\"com." + std::string(1, letter) + std::to_string(i) + "\",";
    out.pop_back();
    return out;
  };
  const auto declared = R"({"source":"user","sensitivity":[)" + labels('a') + "]}";
  const auto text = tool_text(
      R"({"returnMetadata":)" + declared + "}",
      R"(,"_meta":{"io.modelcontextprotocol/action-metadata":{"returnMetadata":{"sensitivity":[)" +
          labels('b') + "]}}}");
  const auto out = written(text, Annotate::kEnrich);
  EXPECT_EQ(at(out, "/annotations/returnMetadata"), declared);
  EXPECT_TRUE(tool_from(out).tool.problems.empty());
}

TEST(Enrich, overwrites_a_profile_that_is_not_ours_and_leaves_the_rest_of_meta) {
  constexpr std::string_view kSpoof =
      R"({"name":"t","_meta":{ "a":1.0, "dev.touchstone\/profile" : {"risk":"low"}, "b":1E5 }})";
  for (const auto mode : {Annotate::kEnrich, Annotate::kFill}) {
    const auto out = written(kSpoof, mode);
    EXPECT_EQ(at(out, std::string(kMirror) + "/risk"), R"("high")");
    EXPECT_NE(out.find(R"({ "a":1.0, "dev.touchstone\/profile" : {"fields")"), std::string::npos);
    EXPECT_NE(out.find(R"(, "b":1E5 })"), std::string::npos);
  }
  EXPECT_EQ(written(kSpoof, Annotate::kOff), kSpoof);
}

TEST(Enrich, mirrors_whatever_stands_in_the_way) {
  for (const auto* tool : {R"({"name":"t","annotations":[1.0],"_meta":null})",
                           R"({"name":"t","annotations":[1.0],"_meta":"x"})"}) {
    const auto out = written(tool, Annotate::kEnrich);
    EXPECT_EQ(at(out, std::string(kMirror) + "/declared"), "[1.0]") << out;
    EXPECT_EQ(at(out, "/annotations/readOnlyHint"), "false");
  }
}

TEST(Enrich, a_title_is_written_only_for_the_operator) {
  EXPECT_EQ(at(written(tool_text("{}"), Annotate::kEnrich), "/annotations/title"), "");
  const auto read = annotated("{}");
  json::Splice splice(read.document);
  annotate(splice, read.tool, fold({says(Source::kOperator, Field::kTitle, std::string("T"))}, {}),
           Annotate::kEnrich);
  EXPECT_EQ(at(splice.apply(), "/annotations/title"), R"("T")");
}

TEST(Fill, adds_what_is_missing_and_changes_nothing_that_is_there) {
  const auto out = written(tool_text(R"({"readOnlyHint":true,"openWorldHint":"no"})"),
                           Annotate::kFill, Trust::kUntrusted);
  EXPECT_EQ(
      at(out, "/annotations"),
      R"({"readOnlyHint":true,"openWorldHint":"no","destructiveHint":true,"idempotentHint":false})");
  EXPECT_EQ(at(out, std::string(kMirror) + "/fields/readOnlyHint/value"), "false");
}

TEST(Fill, leaves_annotations_that_are_no_object) {
  const auto out = written(tool_text("[]"), Annotate::kFill);
  EXPECT_EQ(at(out, "/annotations"), "[]");
  EXPECT_EQ(at(out, std::string(kMirror) + "/declared"), "[]");
}

TEST(Mirror, says_value_source_and_confidence_of_every_claim_and_what_follows) {
  const auto out = written(kSendEmail, Annotate::kEnrich);
  const ReadTool read = tool_from(kSendEmail);
  const auto profile = profile_of(read.tool);
  for (const auto& field : kFields) {
    const auto said = at(out, std::string(kMirror) + "/fields/" + std::string(field.name));
    EXPECT_EQ(said.empty(), !is_set(profile[field.field].value)) << field.name;
  }
  EXPECT_EQ(at(out, std::string(kMirror) + "/fields/inputMetadata.destination"),
            R"({"value":["public"],"source":"declared","confidence":1})");
  EXPECT_EQ(at(out, std::string(kMirror) + "/fields/agencyHint"), "");
  EXPECT_EQ(at(out, std::string(kMirror) + "/tier"), R"("destructive")");
  EXPECT_EQ(at(out, std::string(kMirror) + "/legs"),
            R"({"readsPrivate":false,"readsUntrusted":false,"sendsOut":true})");
  EXPECT_EQ(at(out, std::string(kMirror) + "/risk"), R"("high")");
}

TEST(Mirror, rounds_confidence_for_people) {
  json::Writer out;
  write_fields(out, fold({says(Source::kInferred, Field::kAgency, true, 0.8F)}, {}));
  EXPECT_NE(out.text().find(R"("source":"inferred","confidence":0.8,"reason":)"),
            std::string_view::npos);
}

}  // namespace
}  // namespace touchstone::model
