#include "model/derive.hpp"

#include "model/test_corpus.hpp"
#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

constexpr Legs kNoLegs{};
constexpr Legs kPrivate{.reads_private = true};

void expect(std::string_view tool, Tier tier, Legs legs, Risk risk) {
  const auto profile = profile_from(tool);
  EXPECT_EQ(tier_of(profile), tier) << name_of(tier_of(profile)) << ' ' << tool;
  EXPECT_EQ(legs_of(profile), legs) << tool;
  EXPECT_EQ(risk_of(profile), risk) << name_of(risk_of(profile)) << ' ' << tool;
  EXPECT_EQ(explain_risk(profile).risk, risk);
}

// --- the examples of the proposals, as their readers would judge them ---

TEST(SeedTools, ai_code_analyzer_reads_but_gives_sensitive_code_to_ai) {
  expect(kAiCodeAnalyzer, Tier::kRead, {true, true, true}, Risk::kHigh);
}

TEST(SeedTools, restart_service_writes_reversibly_and_stays_inside) {
  expect(kRestartService, Tier::kWrite, kNoLegs, Risk::kLow);
}

TEST(SeedTools, backup_database_is_privileged_access_to_sensitive_data_however_reversible) {
  expect(kBackupDatabase, Tier::kWrite, kPrivate, Risk::kCritical);
  EXPECT_TRUE(explain_risk(profile_from(kBackupDatabase)).managed_execution);
}

// Without a readOnlyHint a tool may write; that its outcome is benign says that no harm comes of
// it.
TEST(SeedTools, read_drafts_reads_private_mail_and_harms_nobody) {
  expect(kReadDrafts, Tier::kWrite, kPrivate, Risk::kLow);
}

TEST(SeedTools, list_inbox_reads_private_mail_that_strangers_wrote) {
  expect(kListInbox, Tier::kWrite, {.reads_private = true, .reads_untrusted = true}, Risk::kLow);
}

TEST(SeedTools, send_email_cannot_be_undone_and_sends_out) {
  expect(kSendEmail, Tier::kDestructive, {.sends_out = true}, Risk::kHigh);
}

TEST(SeedTools, an_untrusted_server_gets_no_credit_for_the_same_words) {
  for (const auto tool : kSeedTools) {
    const auto profile = profile_from(tool, Trust::kUntrusted);
    EXPECT_EQ(tier_of(profile), Tier::kDestructive) << tool;
    EXPECT_GE(risk_of(profile), Risk::kHigh) << tool;
    EXPECT_TRUE(legs_of(profile).reads_untrusted) << tool;
    EXPECT_TRUE(legs_of(profile).sends_out) << tool;
  }
}

// --- the documented combinations ---

Risk risk(std::string_view annotations) { return risk_of(annotated_profile(annotations)); }

TEST(Risk, of_sensitive_data_with_privileges_is_critical) {
  EXPECT_EQ(risk(R"({"readOnlyHint":true,"sensitiveDataHint":true,"privilegedAccessHint":true})"),
            Risk::kCritical);
  EXPECT_EQ(risk(R"({"readOnlyHint":true,"privilegedAccessHint":true,
                     "returnMetadata":{"source":"internal","sensitivity":"credentials"}})"),
            Risk::kCritical)
      << "by class as well as by flag";
  EXPECT_EQ(risk(R"({"readOnlyHint":true,"sensitiveDataHint":true,"privilegedAccessHint":false})"),
            Risk::kLow);
}

TEST(Risk, of_an_agent_that_may_destroy_is_critical) {
  EXPECT_EQ(risk(R"({"agencyHint":true,"destructiveHint":true})"), Risk::kCritical);
  EXPECT_EQ(risk(R"({"agencyHint":true})"), Risk::kCritical) << "destructive by default";
}

TEST(Risk, of_an_agent_that_only_reads_is_elevated) {
  EXPECT_EQ(risk(R"({"agencyHint":true,"readOnlyHint":true})"), Risk::kElevated);
}

TEST(Risk, of_an_agent_that_writes_reversibly_stays_elevated) {
  EXPECT_EQ(risk(R"({"agencyHint":true,"destructiveHint":false,"reversibleHint":true})"),
            Risk::kElevated);
}

TEST(Risk, of_ai_on_sensitive_data_is_high) {
  EXPECT_EQ(risk(R"({"readOnlyHint":true,"aiProcessingHint":true,"sensitiveDataHint":true})"),
            Risk::kHigh);
  EXPECT_EQ(risk(R"({"readOnlyHint":true,"aiProcessingHint":true})"), Risk::kLow);
}

TEST(Risk, is_one_step_lower_for_reversible_writes_only) {
  EXPECT_EQ(risk(R"({"destructiveHint":false})"), Risk::kElevated);
  EXPECT_EQ(risk(R"({"destructiveHint":false,"reversibleHint":true})"), Risk::kLow);
  EXPECT_EQ(risk(R"({"destructiveHint":true,"reversibleHint":true})"), Risk::kHigh);
}

TEST(Risk, of_the_unknown_is_high) {
  EXPECT_EQ(risk("{}"), Risk::kHigh);
  EXPECT_EQ(risk(R"({"readOnlyHint":true,"maliciousActivityHint":true})"), Risk::kHigh);
  EXPECT_EQ(risk(R"({"readOnlyHint":true,"inputMetadata":{"destination":"user",
                     "sensitivity":"none","outcomes":["benign","irreversible"]}})"),
            Risk::kHigh);
}

TEST(Risk, slow_and_heavy_wants_managed_execution_and_is_no_danger_by_itself) {
  const auto verdict = explain_risk(annotated_profile(
      R"({"readOnlyHint":true,"slowExecutionHint":true,"resourceIntensiveHint":true})"));
  EXPECT_TRUE(verdict.managed_execution);
  EXPECT_EQ(verdict.risk, Risk::kLow);
  EXPECT_FALSE(explain_risk(annotated_profile(R"({"slowExecutionHint":true})")).managed_execution);
}

TEST(Risk, always_has_a_reason_and_the_strongest_comes_first) {
  EXPECT_TRUE(holds([] {
    const auto verdict = explain_risk(fold(any_body_of_evidence(), {}));
    RC_ASSERT(!verdict.reasons.empty());
    RC_ASSERT(verdict.reasons.front().at_least == verdict.risk);
    RC_ASSERT(std::ranges::is_sorted(verdict.reasons, std::greater(), &RiskReason::at_least));
  }));
  EXPECT_GE(risk_table().size(), 9U);
}

// --- legs ---

Legs legs(std::string_view annotations) { return legs_of(annotated_profile(annotations)); }

TEST(Legs, an_open_world_reads_untrusted_and_sends_out_until_the_metadata_says_more) {
  EXPECT_EQ(legs("{}"), (Legs{false, true, true}));
  EXPECT_EQ(legs(R"({"openWorldHint":false})"), kNoLegs);
  EXPECT_EQ(legs(R"({"openWorldHint":true,"inputMetadata":{"destination":"ephemeral",
                     "sensitivity":"none","outcomes":"benign"}})"),
            (Legs{.reads_untrusted = true}));
}

TEST(Legs, a_declared_source_speaks_for_itself_unless_the_open_world_is_declared_too) {
  constexpr std::string_view kInternal =
      R"("returnMetadata":{"source":"internal","sensitivity":"none"}})";
  EXPECT_FALSE(legs("{" + std::string(kInternal)).reads_untrusted);
  EXPECT_TRUE(legs(R"({"openWorldHint":true,)" + std::string(kInternal)).reads_untrusted);
}

TEST(Legs, private_data_is_what_is_sensitive_internal_or_the_users) {
  for (const auto* source : {"internal", "user"}) {
    EXPECT_EQ(legs(R"({"openWorldHint":false,"returnMetadata":{"sensitivity":"none","source":")" +
                   std::string(source) + "\"}}"),
              kPrivate);
  }
  EXPECT_EQ(legs(R"({"openWorldHint":false,"sensitiveDataHint":true})"), kPrivate);
  EXPECT_EQ(legs(R"({"openWorldHint":false,
                     "returnMetadata":{"sensitivity":"com.acme.x","source":"system"}})"),
            kPrivate);
}

TEST(Tier, names_read_write_and_destructive) {
  EXPECT_EQ(tier_of(annotated_profile(R"({"readOnlyHint":true})")), Tier::kRead);
  EXPECT_EQ(tier_of(annotated_profile(R"({"destructiveHint":false})")), Tier::kWrite);
  EXPECT_EQ(tier_of(annotated_profile(R"({"readOnlyHint":false})")), Tier::kDestructive);
  EXPECT_EQ(name_of(Tier::kDestructive), "destructive");
  EXPECT_EQ(name_of(Risk::kElevated), "elevated");
}

}  // namespace
}  // namespace touchstone::model
