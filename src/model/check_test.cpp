#include "model/check.hpp"

#include "model/clash.hpp"
#include "model/test_corpus.hpp"
#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

constexpr std::string_view kComplete =
    R"({"readOnlyHint":false,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false)";

std::vector<Finding> of_kind(const std::vector<Finding>& all, FindingKind kind) {
  std::vector<Finding> out;
  std::ranges::copy_if(all, std::back_inserter(out),
                       [&](const Finding& f) { return f.kind == kind; });
  return out;
}
std::vector<Finding> contradictions(std::string_view annotations, std::string_view more = {}) {
  return of_kind(findings_of(annotated(annotations, more)), FindingKind::kContradiction);
}

TEST(Check, finds_nothing_in_a_complete_and_consistent_declaration) {
  EXPECT_EQ(findings_of(annotated(std::string(kComplete) + "}")), std::vector<Finding>());
  EXPECT_EQ(findings_of(annotated(R"({"readOnlyHint":true,"openWorldHint":true})")),
            std::vector<Finding>());
  EXPECT_TRUE(findings_of(tool_from(kBackupDatabase)).empty());
  EXPECT_TRUE(findings_of(tool_from(kRestartService)).empty());
  EXPECT_TRUE(findings_of(tool_from(kAiCodeAnalyzer)).empty());
}

// --- contradictions ---

std::string metadata(std::string_view flag, std::string_view destination,
                     std::string_view sensitivity, std::string_view outcomes) {
  return "{" + std::string(flag) + R"(,"inputMetadata":{"destination":)" +
         std::string(destination) + R"(,"sensitivity":)" + std::string(sensitivity) +
         R"(,"outcomes":)" + std::string(outcomes) + "}}";
}
std::string returns(std::string_view flag, std::string_view source, std::string_view sensitivity) {
  return "{" + std::string(flag) + R"(,"returnMetadata":{"source":)" + std::string(source) +
         R"(,"sensitivity":)" + std::string(sensitivity) + "}}";
}

struct ClashCase {
  std::string clashing;
  std::string consistent;
  std::string_view pointer;
};

TEST(Check, finds_every_clash_and_only_clashes) {
  constexpr auto kUser = R"("user")";
  constexpr auto kNone = R"("none")";
  constexpr auto kBenign = R"("benign")";
  const std::vector<ClashCase> cases{
      {R"({"readOnlyHint":true,"destructiveHint":true})",
       R"({"readOnlyHint":true,"destructiveHint":false})", "readOnlyHint"},
      {metadata(R"("readOnlyHint":true)", kUser, kNone, R"(["benign","consequential"])"),
       metadata(R"("readOnlyHint":true)", kUser, kNone, kBenign), "readOnlyHint"},
      {metadata(R"("reversibleHint":true)", kUser, kNone, R"(["consequential","irreversible"])"),
       metadata(R"("reversibleHint":true)", kUser, kNone, R"("consequential")"), "reversibleHint"},
      {metadata(R"("reversibleHint":false)", kUser, kNone, R"("consequential")"),
       metadata(R"("reversibleHint":false)", kUser, kNone, R"(["consequential","irreversible"])"),
       "reversibleHint"},
      {metadata(R"("destructiveHint":true)", kUser, kNone, kBenign),
       metadata(R"("destructiveHint":true)", kUser, kNone, R"(["benign","consequential"])"),
       "destructiveHint"},
      {metadata(R"("openWorldHint":false)", R"(["user","public"])", kNone, kBenign),
       metadata(R"("openWorldHint":false)", R"(["user","internal"])", kNone, kBenign),
       "openWorldHint"},
      {returns(R"("openWorldHint":false)", R"(["user","untrustedPublic"])", kNone),
       returns(R"("openWorldHint":false)", R"(["user","trustedPublic"])", kNone), "openWorldHint"},
      {metadata(R"("sensitiveDataHint":false)", kUser, R"(["none","pii"])", kBenign),
       metadata(R"("sensitiveDataHint":false)", kUser, R"(["none","user"])", kBenign),
       "sensitiveDataHint"},
      {returns(R"("sensitiveDataHint":false)", kUser, R"({"regulated":{"scopes":[]}})"),
       returns(R"("sensitiveDataHint":false)", kUser, R"("user")"), "sensitiveDataHint"},
      {R"({"agencyHint":true,"aiProcessingHint":false})",
       R"({"agencyHint":false,"aiProcessingHint":false})", "agencyHint"},
  };
  ASSERT_EQ(cases.size(), clashes().size()) << "every rule has a case";
  for (std::size_t i = 0; i < cases.size(); ++i) {
    SCOPED_TRACE(cases[i].clashing);
    const auto found = contradictions(cases[i].clashing);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::kError);
    EXPECT_EQ(found[0].pointer, "/annotations/" + std::string(cases[i].pointer));
    EXPECT_EQ(found[0].reason, clashes()[i].reason);
    EXPECT_TRUE(contradictions(cases[i].consistent).empty()) << cases[i].consistent;
  }
}

TEST(Check, an_absent_hint_contradicts_nothing) {
  EXPECT_TRUE(contradictions(R"({"readOnlyHint":true})").empty());
  EXPECT_TRUE(contradictions(R"({"agencyHint":true})").empty());
}

TEST(Check, finds_aliases_and_carriers_that_disagree) {
  const auto alias = contradictions(R"({"sensitiveDataHint":false,"secretHint":true})");
  ASSERT_EQ(alias.size(), 1U);
  EXPECT_EQ(alias[0].pointer, "/annotations/secretHint");
  EXPECT_EQ(alias[0].reason,
            "sensitiveDataHint is false by /annotations/sensitiveDataHint and true by "
            "/annotations/secretHint");
  EXPECT_EQ(
      contradictions(metadata(R"("openWorldHint":true)", R"("user")", R"("none")", R"("benign")"),
                     R"(,"_meta":{"io.modelcontextprotocol/action-metadata":
                              {"outcome":"irreversible"}})")
          .size(),
      1U);
  EXPECT_TRUE(contradictions(R"({"sensitiveDataHint":true,"secretHint":true})").empty());
}

TEST(Check, finds_a_denied_egress_beside_a_public_destination) {
  const auto found = contradictions(
      metadata(R"("egressHint":false)", R"(["user","public"])", R"("none")", R"("benign")"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].pointer, "/annotations/egressHint");
  EXPECT_EQ(found[0].field, "inputMetadata.destination");
  EXPECT_TRUE(
      contradictions(metadata(R"("egressHint":false)", R"("user")", R"("none")", R"("benign")"))
          .empty());
}

TEST(Check, finds_a_single_value_on_a_tool_with_several_actions) {
  const auto one =
      metadata(R"("openWorldHint":true)", R"(["user","public"])", R"("none")", R"("irreversible")");
  const auto many = metadata(R"("openWorldHint":true)", R"(["user","public"])", R"("none")",
                             R"(["benign","irreversible"])");
  constexpr std::string_view kSelectors[] = {
      R"(,"inputSchema":{"properties":{"action":{"enum":["read","delete"]}}})",
      R"(,"inputSchema":{"properties":{"operation":{"type":"string","enum":["a","b"]}}})",
      R"(,"_meta":{"io.modelcontextprotocol/tool-resolution":{"resolvable":true}})",
      R"(,"resolve":true)",
  };
  for (const auto selector : kSelectors) {
    const auto found = contradictions(one, selector);
    ASSERT_EQ(found.size(), 1U) << selector;
    EXPECT_EQ(found[0].severity, Severity::kWarning);
    EXPECT_EQ(found[0].pointer, "/annotations/inputMetadata/outcomes");
    EXPECT_TRUE(contradictions(many, selector).empty());
  }
  for (const auto* single : {R"(,"inputSchema":{"properties":{"action":{"enum":["read"]}}})",
                             R"(,"inputSchema":{"properties":{"color":{"enum":["a","b"]}}})",
                             R"(,"resolve":false)", ""}) {
    EXPECT_TRUE(contradictions(one, single).empty()) << single;
  }
}

// --- coverage, moot, unknown ---

std::vector<std::string> missing(std::string_view annotations) {
  std::vector<std::string> out;
  for (const auto& f : of_kind(findings_of(annotated(annotations)), FindingKind::kCoverage)) {
    out.push_back(f.field);
  }
  std::ranges::sort(out);
  return out;
}

TEST(Check, finds_missing_hints_that_matter_for_this_tool) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(missing("{}"),
            (Names{"destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint"}));
  EXPECT_EQ(missing(R"({"readOnlyHint":true})"), Names{"openWorldHint"});
  EXPECT_EQ(missing(R"({"readOnlyHint":false,"openWorldHint":true})"),
            (Names{"destructiveHint", "idempotentHint"}));
  EXPECT_EQ(missing(R"({"readOnlyHint":"yes","openWorldHint":true})"),
            (Names{"destructiveHint", "idempotentHint"}))
      << "malformed is not missing";
}

TEST(Check, a_missing_read_only_hint_matters_less_once_destructive_is_declared) {
  const auto severity = [](std::string_view annotations) {
    const auto all = findings_of(annotated(annotations));
    return std::ranges::find(all, "readOnlyHint", &Finding::field)->severity;
  };
  EXPECT_EQ(severity("{}"), Severity::kWarning);
  EXPECT_EQ(severity(R"({"destructiveHint":true})"), Severity::kNote);
}

TEST(Check, finds_hints_that_mean_nothing_on_a_reading_tool) {
  const auto moot = of_kind(
      findings_of(annotated(
          R"({"readOnlyHint":true,"openWorldHint":true,"destructiveHint":false,"idempotentHint":true,
          "reversibleHint":true,"agencyHint":false})")),
      FindingKind::kMoot);
  ASSERT_EQ(moot.size(), 3U);
  EXPECT_EQ(moot[0].pointer, "/annotations/destructiveHint");
  for (const auto& finding : moot) EXPECT_EQ(finding.severity, Severity::kNote);
}

TEST(Check, finds_unknown_keys_and_says_what_was_meant) {
  const auto unknown = of_kind(
      findings_of(annotated(
          std::string(kComplete) +
          R"(,"readonlyHint":true,"audience":["user"],"acme.com/cost":3,"destination":"public"})")),
      FindingKind::kUnknown);
  ASSERT_EQ(unknown.size(), 4U);
  EXPECT_EQ(unknown[0].pointer, "/annotations/readonlyHint");
  EXPECT_NE(unknown[0].reason.find("did you mean readOnlyHint?"), std::string::npos);
  EXPECT_EQ(unknown[0].severity, Severity::kWarning);
  EXPECT_EQ(unknown[1].reason.find("did you mean"), std::string::npos);
  EXPECT_EQ(unknown[3].pointer, "/annotations/acme.com~1cost");
  EXPECT_EQ(unknown[3].severity, Severity::kNote) << "a vendor's key, in the wrong place";
}

// --- doubt and lie ---

const Evidence kWordsSayDelete{
    Field::kReadOnly, false, Source::kInferred, 0.9F, "its name says delete", {}, true};
const Evidence kSeenWriting{
    Field::kReadOnly, false, Source::kObserved, 1.0F, "it wrote 3 files", {}, true};

TEST(Check, words_against_a_claim_are_a_doubt_and_observations_a_lie) {
  const auto reader = annotated(R"({"readOnlyHint":true,"openWorldHint":true})");
  const auto doubt = findings_of(reader, {kWordsSayDelete});
  ASSERT_EQ(doubt.size(), 1U);
  EXPECT_EQ(doubt[0].kind, FindingKind::kDoubt);
  EXPECT_EQ(doubt[0].severity, Severity::kNote);
  EXPECT_EQ(doubt[0].pointer, "/annotations/readOnlyHint");
  EXPECT_EQ(doubt[0].reason, "declares readOnlyHint true, but its name says delete");
  const auto surer = findings_of(reader, {says(Source::kInferred, Field::kReadOnly, false, 0.97F)});
  ASSERT_EQ(surer.size(), 1U);
  EXPECT_EQ(surer[0].severity, Severity::kWarning);
  // A smaller doubt is told only if it decides.
  EXPECT_EQ(findings_of(reader, {says(Source::kInferred, Field::kReadOnly, false, 0.8F)}).size(),
            1U);
  EXPECT_TRUE(
      findings_of(reader, {says(Source::kInferred, Field::kReadOnly, false, 0.7F)}).empty());
  const auto lie = findings_of(reader, {kWordsSayDelete, kSeenWriting});
  ASSERT_EQ(lie.size(), 1U);
  EXPECT_EQ(lie[0].kind, FindingKind::kLie);
  EXPECT_EQ(lie[0].severity, Severity::kError);
  EXPECT_EQ(lie[0].reason, "declares readOnlyHint true, but it wrote 3 files");
}

TEST(Check, a_finding_about_the_declaration_stands_whatever_trust_or_operator_make_of_it) {
  const auto reader = annotated(R"({"readOnlyHint":true,"openWorldHint":true})");
  for (const auto trust : kAllTrust) {
    EXPECT_EQ(findings_of(reader, {kWordsSayDelete}, trust).size(), 1U) << name_of(trust);
    EXPECT_EQ(
        findings_of(reader, {kSeenWriting, says(Source::kOperator, Field::kReadOnly, false)}, trust)
            .size(),
        1U);
  }
}

TEST(Check, names_the_evidence_that_contradicts_not_the_first_there_is) {
  const Evidence weak{Field::kReadOnly, false, Source::kInferred, 0.4F, "unheard", {}, true};
  const Evidence agrees{Field::kReadOnly, true, Source::kInferred, 1.0F, "name says get", {}, true};
  const auto doubt = findings_of(annotated(R"({"readOnlyHint":true,"openWorldHint":true})"),
                                 {weak, agrees, kWordsSayDelete});
  ASSERT_EQ(doubt.size(), 1U);
  EXPECT_NE(doubt[0].reason.find("its name says delete"), std::string::npos);
}

TEST(Check, evidence_that_a_tool_destroys_contradicts_read_only) {
  const auto doubt = findings_of(annotated(R"({"readOnlyHint":true,"openWorldHint":true})"),
                                 {says(Source::kInferred, Field::kDestructive, true, 0.9F)});
  ASSERT_EQ(doubt.size(), 1U);
  EXPECT_EQ(doubt[0].field, "readOnlyHint");
}

TEST(Check, agreement_and_whispers_are_no_doubt) {
  const auto writer = annotated(R"({"readOnlyHint":false,"destructiveHint":true,
                                    "idempotentHint":false,"openWorldHint":true})");
  EXPECT_TRUE(findings_of(writer, {kWordsSayDelete, kSeenWriting}).empty());
  auto whisper = kWordsSayDelete;
  whisper.confidence = 0.49F;
  EXPECT_TRUE(
      findings_of(annotated(R"({"readOnlyHint":true,"openWorldHint":true})"), {whisper}).empty());
}

TEST(Check, sets_are_doubted_by_what_they_leave_out) {
  const auto tool = annotated(
      metadata(R"("openWorldHint":true)", R"(["user"])", R"("none")", R"("consequential")"));
  const auto doubts = [&](Value value) {
    return of_kind(findings_of(tool, {says(Source::kInferred, Field::kDestination, std::move(value),
                                           0.9F)}),
                   FindingKind::kDoubt)
        .size();
  };
  EXPECT_EQ(doubts(ChoiceSet(Destination::kPublic)), 1U);
  EXPECT_EQ(doubts(ChoiceSet(Destination::kEphemeral)), 0U);
}

TEST(Check, puts_the_most_severe_first_and_then_keeps_the_order_of_the_definition) {
  const auto all = findings_of(annotated(
      R"({"zeta":1,"readOnlyHint":true,"destructiveHint":true,"openWorldHint":"x","alpha":2})"));
  ASSERT_GE(all.size(), 4U);
  EXPECT_TRUE(std::ranges::is_sorted(all, [](const Finding& a, const Finding& b) {
    return a.severity != b.severity ? a.severity > b.severity : a.offset < b.offset;
  }));
  EXPECT_EQ(all[0].pointer, "/annotations/readOnlyHint");
  EXPECT_EQ(all[1].pointer, "/annotations/openWorldHint");
  EXPECT_EQ(all[2].field, "zeta");
  EXPECT_EQ(all[3].field, "alpha");
}

TEST(Check, pointers_start_where_the_tool_stands) {
  const auto document = parsed(R"({"tools":[{"name":"a"},{"name":"b","annotations":{"x":1}}]})");
  const auto list = read_tool_list(document.root());
  const auto all = check(list->tools[1], profile_of(list->tools[1]));
  const auto unknown = of_kind(all, FindingKind::kUnknown);
  ASSERT_EQ(unknown.size(), 1U);
  EXPECT_EQ(unknown[0].pointer, "/tools/1/annotations/x");
  EXPECT_EQ(of_kind(all, FindingKind::kCoverage)[0].pointer, "/tools/1");
}

TEST(Check, knows_a_name_and_a_meaning_for_every_kind) {
  for (const auto kind : kAllFindingKinds) {
    EXPECT_FALSE(name_of(kind).empty());
    EXPECT_TRUE(meaning_of(kind).ends_with('.'));
  }
}

}  // namespace
}  // namespace touchstone::model
