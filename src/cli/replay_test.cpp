// policy replay, diff and explain over what was recorded.
#include <fstream>

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
  void decided(const std::string& effect, const std::string& body) {
    store::Memory memory;
    memory.decisions.push_back({.at = now(),
                                .kind = "call",
                                .effect = effect,
                                .session = "s1",
                                .principal = "ann",
                                .server = "mail",
                                .tool = "send",
                                .body = "{" + body + "}"});
    remember(std::move(memory));
  }
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
