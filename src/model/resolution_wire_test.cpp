#include "model/resolution_wire.hpp"

#include "model/test_corpus.hpp"
#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

base::Result<std::vector<Evidence>> resolve(std::string_view answer, const Profile& bound,
                                            std::string_view tool = "t") {
  const auto document = parsed(answer);
  return read_resolution(document.root(), tool, bound);
}

std::string answer(std::string_view hints) {
  return R"({"resultType":"complete","name":"t","annotations":{)" + std::string(hints) + "}}";
}
std::string core(bool read_only, bool destructive, bool idempotent, bool open) {
  const auto word = [](bool flag) { return std::string(flag ? "true" : "false"); };
  return answer(R"("readOnlyHint":)" + word(read_only) + R"(,"destructiveHint":)" +
                word(destructive) + R"(,"idempotentHint":)" + word(idempotent) +
                R"(,"openWorldHint":)" + word(open));
}

const Profile kUnbound = annotated_profile("{}");

TEST(Resolution, in_the_extensions_form_is_the_four_core_hints) {
  const auto resolved = resolve(core(true, false, true, false), kUnbound);
  ASSERT_TRUE(resolved);
  ASSERT_EQ(resolved->size(), 4U);
  for (const auto& claim : *resolved) EXPECT_EQ(claim.source, Source::kResolved);
  const auto profile = fold(*resolved, {});
  EXPECT_EQ(tier_of(profile), Tier::kRead);
  EXPECT_EQ(legs_of(profile), Legs());
}

// Every static declaration against every answer, by the four sentences of the extension's text,
// after the specification's defaults.
TEST(Resolution, keeps_the_bound_exactly) {
  const auto hint = [](const char* name, int state) {
    return state == 0 ? std::string()
                      : std::string("\"") + name + (state == 1 ? "\":false," : "\":true,");
  };
  const auto stated = [](int state, bool fallback) { return state == 0 ? fallback : state == 2; };
  for (int s = 0; s < 81; ++s) {
    const int ro = s % 3, de = s / 3 % 3, id = s / 9 % 3, ow = s / 27;
    if (ro == 2 && de == 2) continue;  // contradicts itself, and binds by its risky side only
    auto text = "{" + hint("readOnlyHint", ro) + hint("destructiveHint", de) +
                hint("idempotentHint", id) + hint("openWorldHint", ow) + "\"title\":\"x\"}";
    const auto bound = annotated_profile(text, Trust::kTrusted);
    for (int a = 0; a < 16; ++a) {
      const bool r = (a & 1) != 0, d = (a & 2) != 0, i = (a & 4) != 0, o = (a & 8) != 0;
      const bool allowed = (!stated(ro, false) || r) && (stated(de, true) || !d) &&
                           (!stated(id, false) || i) && (stated(ow, true) || !o);
      EXPECT_EQ(resolve(core(r, d, i, o), bound).has_value(), allowed)
          << text << ' ' << core(r, d, i, o);
    }
  }
}

TEST(Resolution, in_the_extensions_form_has_nothing_missing_and_nothing_else) {
  constexpr std::string_view kFour =
      R"("readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false)";
  EXPECT_TRUE(resolve(answer(kFour), kUnbound));
  for (const auto* extra :
       {R"(,"title":"x")", R"(,"agencyHint":false)", R"(,"x":1)", R"(,"inputMetadata":{})"}) {
    EXPECT_FALSE(resolve(answer(std::string(kFour) + extra), kUnbound)) << extra;
  }
  EXPECT_FALSE(resolve(
      answer(R"("readOnlyHint":true,"destructiveHint":false,"idempotentHint":true)"), kUnbound));
  EXPECT_FALSE(resolve(answer(R"("readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,
                                 "openWorldHint":"false")"),
                       kUnbound));
  EXPECT_FALSE(resolve(answer(""), kUnbound));
}

TEST(Resolution, other_data_may_stand_in_meta) {
  EXPECT_TRUE(resolve(R"({"resultType":"complete","_meta":{"a/b":1},"name":"t","annotations":
      {"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}})",
                      kUnbound));
}

TEST(Resolution, that_is_malformed_or_names_another_tool_is_a_failure) {
  for (const auto* text :
       {"{}", "[]", "null", R"({"name":"t"})", R"({"name":"t","annotations":[]})",
        R"({"tool":"t"})", R"({"tool":{"name":"t"}})", R"({"tool":{"annotations":{}}})",
        R"({"tool":{"name":"T","annotations":{}}})", R"({"tool":{"name":7,"annotations":{}}})",
        R"({"resultType":"input_required","tool":{"name":"t","annotations":{}}})"}) {
    const auto resolved = resolve(text, kUnbound);
    ASSERT_FALSE(resolved) << text;
    EXPECT_NE(resolved.error().what.find("the resolution is not used"), std::string::npos);
  }
}

TEST(Resolution, in_the_seps_form_may_say_any_field_and_leave_any_out) {
  const auto resolved =
      resolve(R"({"tool":{"name":"t","annotations":{"agencyHint":true,"x":1}}})", kUnbound);
  ASSERT_TRUE(resolved);
  ASSERT_EQ(resolved->size(), 1U);
  EXPECT_EQ(resolved->front().field, Field::kAgency);
  EXPECT_TRUE(resolve(R"({"tool":{"name":"t","annotations":{}}})", kUnbound));
}

TEST(Resolution, in_the_seps_form_is_refused_when_any_part_is_malformed) {
  for (const auto* annotations : {R"({"agencyHint":1})", R"({"inputMetadata":{}})",
                                  R"({"attribution":"a"})", R"({"egressHint":"x"})"}) {
    EXPECT_FALSE(resolve(R"({"tool":{"name":"t","annotations":)" + std::string(annotations) + "}}",
                         kUnbound))
        << annotations;
  }
}

TEST(Resolution, of_sets_must_stay_within_the_possible) {
  const auto bound = annotated_profile(R"({"inputMetadata":{"destination":["user","internal"],
      "sensitivity":["pii",{"regulated":{"scopes":["GDPR"]}}],"outcomes":["benign"]}})");
  const auto with = [&](std::string_view destination, std::string_view sensitivity,
                        std::string_view outcomes) {
    return resolve(R"({"tool":{"name":"t","annotations":{"inputMetadata":{"destination":)" +
                       std::string(destination) + R"(,"sensitivity":)" + std::string(sensitivity) +
                       R"(,"outcomes":)" + std::string(outcomes) + "}}}}",
                   bound)
        .has_value();
  };
  EXPECT_TRUE(with(R"("user")", R"("pii")", R"("benign")"));
  EXPECT_TRUE(with(R"(["user","internal"])", R"("none")", R"(["benign"])"));
  EXPECT_TRUE(with(R"("user")", R"({"regulated":{"scopes":["GDPR"]}})", R"("benign")"));
  EXPECT_FALSE(with(R"("public")", R"("pii")", R"("benign")"));
  EXPECT_FALSE(with(R"("user")", R"("credentials")", R"("benign")"));
  EXPECT_FALSE(with(R"("user")", R"({"regulated":{"scopes":["HIPAA"]}})", R"("benign")"));
  EXPECT_FALSE(with(R"("user")", R"("pii")", R"("consequential")"));
}

TEST(Resolution, of_the_salary_file_is_private_and_closed) {
  const auto file = tool_from(kReadFile);
  const auto bound = profile_of(file.tool);
  EXPECT_EQ(legs_of(bound), (Legs{true, true, true}));
  const auto resolved = resolve(kSalaryResolution, bound, "read_file");
  ASSERT_TRUE(resolved) << resolved.error().what;
  auto evidence = file.tool.claims;
  evidence.insert(evidence.end(), resolved->begin(), resolved->end());
  const auto profile = fold(evidence, {});
  EXPECT_EQ(tier_of(profile), Tier::kRead);
  EXPECT_EQ(risk_of(profile), Risk::kLow);
  EXPECT_EQ(legs_of(profile), (Legs{.reads_private = true}));
  EXPECT_EQ(profile.choices(Field::kSource), ChoiceSet(Origin::kInternal));
  EXPECT_EQ(profile.classes(Field::kReturnSensitivity), DataClasses(DataClass::kFinancial));
  const auto untrusted = fold(evidence, {.trust = Trust::kUntrusted});
  EXPECT_EQ(tier_of(untrusted), Tier::kDestructive);
  EXPECT_EQ(legs_of(untrusted), (Legs{true, true, true}));
}

// --- writing ---

TEST(WriteResolution, in_the_extensions_form) {
  EXPECT_EQ(write_resolution(ResolveForm::kExtension, "a\"b",
                             annotated_profile(R"({"readOnlyHint":true})")),
            R"({"resultType":"complete","name":"a\"b","annotations":{"readOnlyHint":true,)"
            R"("destructiveHint":false,"idempotentHint":true,"openWorldHint":true}})");
}

TEST(WriteResolution, in_the_seps_form_says_all_that_is_known) {
  EXPECT_EQ(
      write_resolution(ResolveForm::kSep1913, "send_email", profile_from(kSendEmail)),
      R"({"tool":{"name":"send_email","annotations":{"readOnlyHint":false,)"
      R"("destructiveHint":true,"idempotentHint":false,"openWorldHint":true,)"
      R"("inputMetadata":{"destination":"public","sensitivity":["user","pii"],)"
      R"("outcomes":"irreversible"},"returnMetadata":{"source":"system","sensitivity":"none"}}}})");
}

TEST(WriteResolution, is_read_back_within_its_own_bound_and_no_tamer) {
  EXPECT_TRUE(holds([] {
    const auto profile = fold(any_body_of_evidence(), {});
    const auto form = *rc::gen::element(ResolveForm::kExtension, ResolveForm::kSep1913);
    const auto resolved = resolve(write_resolution(form, "t", profile), profile);
    RC_ASSERT(resolved.has_value());
    for (const auto& claim : *resolved) RC_ASSERT(claim.value == profile[claim.field].value);
    const auto again = fold(*resolved, {.trust = Trust::kTrusted});
    RC_ASSERT(tier_of(again) >= tier_of(profile));
  }));
}

TEST(ResolutionExcess, is_what_goes_beyond_the_declaration_and_nothing_else) {
  const auto bound = annotated_profile(R"({"readOnlyHint":false,"destructiveHint":false})");
  const auto said =
      parsed(R"({"readOnlyHint":false,"destructiveHint":true,"idempotentHint":true})");
  const auto excess = excess_in(said.root(), bound);
  ASSERT_EQ(excess.size(), 1U);
  EXPECT_EQ(excess[0].field, Field::kDestructive);
  EXPECT_EQ(excess[0].source, Source::kObserved);
  EXPECT_EQ(excess[0].reason, "its own answer to tools/resolve says true");
  EXPECT_TRUE(excess_in(parsed(R"({"destructiveHint":false})").root(), bound).empty());
  for (const auto* broken : {"null", "[]", "7", R"({"destructiveHint":"yes"})"}) {
    EXPECT_TRUE(excess_in(parsed(broken).root(), bound).empty()) << broken;
  }
}

}  // namespace
}  // namespace touchstone::model
