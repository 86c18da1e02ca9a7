// policy replay, diff and explain over what was recorded.
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/store_for_test.hpp"

namespace touchstone::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Replay : public testing::StoreFile {
 protected:
  // A decision of kind call, with these members in its body.
  void decided(const std::string& effect, const std::string& body,
               const std::string& kind = "call") {
    store::Memory memory;
    memory.decisions.push_back({.at = now(),
                                .kind = kind,
                                .effect = effect,
                                .session = "s1",
                                .principal = "ann",
                                .server = "mail",
                                .tool = "send",
                                .body = "{" + body + "}"});
    remember(std::move(memory));
  }
  [[nodiscard]] std::string last_id() const {
    return settled<std::vector<store::Decision>>(
               [&](auto done) { store_->list_decisions({.limit = 1}, std::move(done)); })
        .value()
        .at(0)
        .id;
  }
  // A call that is on record before it is made, and its result, of which no rule speaks.
  void came_back(const std::string& result, const std::string& call = kOnRecord) {
    decided("allow", call);
    decided("allow", fmt::format(R"("call":"{}",{})", last_id(), result), "result");
  }
  static constexpr const char* kOnRecord =
      R"("facts":{"tool.name":"send","tool.tier":"write","request.size":9})";
  [[nodiscard]] std::string policy(const std::string& rules) const {
    const auto path = (folder_ / "policy.yaml").string();
    std::ofstream(path) << "rules:\n" << rules;
    return path;
  }
};

constexpr const char* kToOutside =
    "- {name: out, effect: block, conditions: {fact: request.arguments.to, endsWith: evil}}\n";

TEST_F(Replay, what_a_limit_blocked_is_no_difference_of_the_rules) {
  decided("block", R"("overLimit":"few","decision":{"rules":[{"name":"few","effect":"allow"}]},)"
                   R"("facts":{"tool.tier":"write"})");
  const auto ran =
      touchstone({"policy", "replay",
                  policy("- {name: few, effect: allow, limit: {calls: 1, window: 1m}}\n")});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("1 record, 0 decided differently\n1 blocked by a limit"));
}

TEST_F(Replay, names_the_rules_that_fired_then_or_fire_now_and_no_others) {
  decided("escalate", R"("decision":{"rules":[{"name":"gone","effect":"escalate"},)"
                      R"({"name":"both","effect":"allow"}]},"facts":{"tool.tier":"write"})");
  const auto ran = touchstone({"policy", "replay",
                               policy("- {name: both, effect: allow}\n"
                                      "- {name: new, effect: block}\n")});
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("escalate -> block: -gone +new\n"));
}

TEST_F(Replay, a_rule_that_asks_for_an_argument_sees_it_where_it_was_recorded) {
  decided("allow", R"("arguments":{"to":"x@evil"},"facts":{"tool.tier":"write"})");
  const auto ran = touchstone({"policy", "replay", policy(kToOutside)});
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("allow -> block: 1\n"));
}

TEST_F(Replay, facts_and_words_of_another_version_of_the_program_stop_nothing) {
  decided("allow", R"("facts":{"tool.tier":"write","principal.shoeSize":"44",)"
                   R"("request.detections":["a-rule-that-was-given-up"]})");
  const auto ran = touchstone(
      {"policy", "replay",
       policy("- {name: w, effect: block, conditions: {fact: tool.tier, equals: write}}\n")});
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("allow -> block: 1\n"));
}

TEST_F(Replay, two_policies_are_compared_on_what_the_store_has_if_no_records_are_named) {
  decided("allow", R"("facts":{"tool.tier":"write","tool.name":"send"})");
  decided("allow", R"("facts":{"tool.tier":"read","tool.name":"look"})");
  const auto ran = touchstone({"policy", "diff", "balanced", "strict"});
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("(send): allow -> escalate: +ask-before-changing"));
  EXPECT_THAT(ran.out, HasSubstr("2 records, 1 decided differently"));
  EXPECT_THAT(touchstone({"policy", "diff", "balanced", "strict", "--since", "2099-01-01"}).out,
              HasSubstr("0 records"));
}

TEST_F(Replay, where_there_are_only_digests_it_says_that_it_cannot_tell) {
  decided("block", R"("argumentsDigest":"sha256:00","facts":{"tool.tier":"write"})");
  decided("block", R"("arguments":{"to":"sha256:00"},"secretsAsDigests":true,"facts":{})");
  const auto unknown = touchstone({"policy", "replay", policy(kToOutside)});
  EXPECT_EQ(unknown.code, 0) << unknown.err;
  EXPECT_THAT(unknown.out, HasSubstr("0 decided differently\n2 cannot be told"));
  // What is blocked anyway needs no values.
  const auto sure = touchstone(
      {"policy", "replay", policy(kToOutside + std::string("- {name: all, effect: block}\n"))});
  EXPECT_EQ(sure.code, 0);
  EXPECT_THAT(sure.out, Not(HasSubstr("cannot be told")));
}

TEST_F(Replay, what_the_values_cannot_change_is_told_without_them) {
  decided("block", R"("argumentsDigest":"sha256:00","facts":{"tool.name":"send"})");
  const std::string asks = "{fact: request.arguments.to, equals: eve}";
  const auto replayed = [&](const std::string& conditions) {
    return touchstone(
               {"policy", "replay",
                policy(fmt::format("- {{name: r, effect: block, conditions: {}}}\n", conditions))})
        .out;
  };
  EXPECT_THAT(replayed("{and: [{fact: tool.name, equals: x}, " + asks + "]}"),
              AllOf(HasSubstr("block -> allow: 1\n"), Not(HasSubstr("cannot be told"))));
  EXPECT_THAT(replayed("{or: [{fact: tool.name, equals: send}, " + asks + "]}"),
              AllOf(HasSubstr("0 decided differently\n"), Not(HasSubstr("cannot be told"))));
  EXPECT_THAT(replayed("{and: [{fact: tool.name, equals: send}, " + asks + "]}"),
              HasSubstr("1 cannot be told"));
}

TEST_F(Replay, a_rule_that_may_have_fired_is_no_difference_where_a_stronger_one_did) {
  decided("allow", R"("argumentsDigest":"sha256:00","facts":{"tool.name":"send"})");
  const auto ran = touchstone(
      {"policy", "diff", "observe",
       policy("- {name: may, effect: redact, conditions: {not: {fact: request.arguments.to, "
              "equals: eve}}}\n- {name: all, effect: block}\n")});
  EXPECT_THAT(ran.out, HasSubstr("(send): allow -> block: +all\n")) << ran.err;
}

TEST_F(Replay, explain_says_what_may_be_where_there_are_only_digests) {
  decided("allow", R"("argumentsDigest":"sha256:00","facts":{"tool.name":"send"})");
  const auto record = touchstone({"decisions", "list", "--format", "json"}).out;
  const auto one = record.substr(record.find('{'), record.rfind('}') - record.find('{') + 1);
  const auto path = policy(
      "- {name: perhaps, effect: block, conditions: {not: {fact: request.arguments.to, equals: "
      "eve}}}\n"
      "- {name: other, effect: block, conditions: {and: [{fact: tool.name, equals: x}, {fact: "
      "request.arguments.to, equals: eve}]}}\n");
  const auto ran = testing::run({"policy", "explain", path, "-", "--all"}, one);
  EXPECT_THAT(ran.out, HasSubstr("effect: allow\nnot certain: "));
  EXPECT_THAT(ran.out, HasSubstr("perhaps may fire: block"));
  EXPECT_THAT(ran.out,
              HasSubstr("  may not\n    may request.arguments./to equals eve  [not recorded]\n"));
  EXPECT_THAT(ran.out, HasSubstr("other does not fire: block"));
  const auto json = testing::run({"policy", "explain", path, "-", "--format", "json"}, one);
  EXPECT_THAT(json.out, HasSubstr(R"("uncertain":true,"rules":[)"));
  EXPECT_THAT(json.out, HasSubstr(R"("fired":false,"unknown":true,)"));
}

constexpr const char* kLargeResults =
    "- {name: large, effect: block, conditions: {fact: response.size, greaterThan: 10}}\n";
constexpr const char* kDelivered =
    R"("outcome":"delivered","size":100,"isError":false,"label":{"attribution":["mcp://a"],)"
    R"("classes":["pii",{"regulated":{"scopes":["GDPR"]}}],"malicious":false,"private":true,)"
    R"("untrusted":false})";

TEST_F(Replay, a_rule_about_results_sees_those_that_no_rule_spoke_of_then) {
  came_back(kDelivered);
  const auto ran = touchstone({"policy", "replay", policy(kLargeResults)});
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("(result of send): allow -> block: +large\n"));
  EXPECT_THAT(ran.out, HasSubstr("2 records, 1 decided differently\n"));
  EXPECT_THAT(ran.out, Not(HasSubstr("cannot be judged")));
}

TEST_F(Replay, a_result_has_the_facts_of_its_call_and_of_what_came) {
  came_back(std::string(kDelivered) + R"(,"detections":["email","pii"])");
  for (const auto* condition :
       {"{fact: tool.name, equals: send}", "{fact: response.isError, equals: false}",
        "{fact: response.detections, contains: pii}",
        "{fact: response.annotations.sensitiveDataHint, equals: true}",
        "{fact: response.annotations.openWorldHint, equals: false}",
        "{fact: response.annotations.attribution, contains: 'mcp://a'}",
        "{fact: response.annotations.returnMetadata.sensitivity, contains: 'regulated:GDPR'}",
        "{fact: session.label.private, equals: false}"}) {
    const auto rule =
        fmt::format("- {{name: r, effect: redact, phase: response, conditions: {}}}\n", condition);
    EXPECT_THAT(touchstone({"policy", "replay", policy(rule)}).out,
                HasSubstr("(result of send): allow -> redact: +r\n"))
        << condition;
  }
}

TEST_F(Replay, a_result_in_the_record_of_its_call_is_judged_there) {
  const std::string facts =
      R"("facts":{"tool.name":"look","tool.tier":"read","request.size":9,"response.size":100})";
  decided("allow", R"("result":{"outcome":"delivered","size":100},)" + facts);
  const auto ran = touchstone({"policy", "replay", policy(kLargeResults), "--format", "json"});
  EXPECT_THAT(ran.out, HasSubstr(R"("tool":"look","phase":"response","before":"allow",)"
                                 R"("after":"block","rules":["+large"])"));
  EXPECT_THAT(ran.out, HasSubstr(R"("records":1,)"));
}

TEST_F(Replay, a_result_that_a_rule_about_the_call_changed_is_judged_as_it_came) {
  decided("redact", R"("result":{"outcome":"changed","size":100},"facts":{"tool.name":"look",)"
                    R"("tool.tier":"read","request.size":9,"response.size":100})");
  const auto rules = std::string(kLargeResults) + "- {name: r, effect: redact}\n";
  EXPECT_THAT(touchstone({"policy", "replay", policy(rules)}).out,
              HasSubstr("(result of look): allow -> block: +large\n"
                        "allow -> block: 1\n1 record, 1 decided differently\n"));
}

TEST_F(Replay, a_result_with_a_record_of_its_own_is_judged_once) {
  const std::string facts =
      R"("facts":{"tool.name":"look","tool.tier":"read","request.size":9,"response.size":100})";
  decided("allow", R"("result":{"outcome":"delivered","recorded":true,"size":100},)" + facts);
  decided("escalate", R"("outcome":"delivered","size":100,)" + facts, "result");
  const auto ran = touchstone({"policy", "replay", policy(kLargeResults)});
  EXPECT_THAT(ran.out, HasSubstr("escalate -> block: 1\n2 records, 1 decided differently\n"));
}

TEST_F(Replay, results_that_cannot_be_judged_are_counted) {
  came_back(R"("outcome":"delivered","size":100,"isError":false)");  // audit: none
  came_back(kDelivered, R"("outcome":"forwarded")");                 // of the call
  decided("allow", R"("call":"018bcfe56800-0000009999",)" + std::string(kDelivered), "result");
  decided("allow", R"("result":{"outcome":"delivered","size":100})");
  decided("block", R"("handleRefused":"unknown")");
  const auto ran = touchstone({"policy", "replay", policy(kLargeResults)});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("1 record, 0 decided differently\n"
                                 "2 calls cannot be judged: no facts were recorded"));
  EXPECT_THAT(ran.out, HasSubstr("\n4 results cannot be judged: no facts were recorded"));
  const auto json = touchstone({"policy", "replay", policy(kLargeResults), "--format", "json"});
  EXPECT_THAT(json.out, HasSubstr(R"("bareCalls":2,"bareResults":4)"));
}

TEST_F(Replay, diff_finds_the_call_of_a_result_in_whatever_order_they_stand) {
  came_back(kDelivered);
  for (const auto* how : {"tail", "list"}) {  // the newest last, and first
    const auto records = touchstone({"decisions", how, "--format", "json"}).out;
    const auto ran =
        testing::run({"policy", "diff", "observe", policy(kLargeResults), "-"}, records);
    EXPECT_THAT(ran.out, HasSubstr("(result of send): allow -> block: +large\n")) << ran.err;
  }
  EXPECT_THAT(touchstone({"policy", "diff", "observe", policy(kLargeResults)}).out,
              HasSubstr("2 records, 1 decided differently\n"));
}

TEST_F(Replay, evidence_that_was_left_out_is_there_again) {
  decided("allow", R"("facts":{"tool.tier":"write"})");
  const auto* rule =
      "- {name: d, effect: block, conditions: {fact: tool.evidence.readOnlyHint.source, equals: "
      "default}}\n";
  EXPECT_THAT(touchstone({"policy", "replay", policy(rule)}).out, HasSubstr("allow -> block: 1"));
}

TEST_F(Replay, diff_and_explain_read_what_decisions_print) {
  decided("allow", R"("facts":{"tool.name":"send","tool.tier":"write"})");
  store::Memory other;
  other.decisions.push_back({.at = now(), .kind = "approval", .effect = "allow"});
  remember(std::move(other));
  for (const auto* how : {"tail", "list"}) {
    const auto records = touchstone({"decisions", how, "--format", "json"}).out;
    const auto ran = testing::run({"policy", "diff", "balanced", "readonly", "-"}, records);
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("(send): allow -> block: +block-changes"));
    EXPECT_THAT(ran.out, HasSubstr("1 record, 1 decided differently"));
  }
  const auto record = touchstone({"decisions", "list", "--kind", "call", "--format", "json"}).out;
  const auto one = record.substr(record.find('{'), record.rfind('}') - record.find('{') + 1);
  EXPECT_THAT(testing::run({"policy", "explain", "readonly", "-"}, one).out,
              HasSubstr("block-changes fires"));
}

}  // namespace
}  // namespace touchstone::cli
