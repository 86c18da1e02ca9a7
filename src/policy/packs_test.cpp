// The packs: good, clean, explained, and what the design says of them in words.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/check.hpp"
#include "policy/table.hpp"
#include "policy/test_support.hpp"

namespace touchstone::policy {
namespace {

using testing::decided;
using ::testing::HasSubstr;
using testing::pack;
using ::testing::StartsWith;

std::string in_pack(std::string_view name, std::string_view facts, Phase phase = Phase::kRequest) {
  return decided(*pack(name), facts, phase);
}

TEST(Packs, load_and_the_check_finds_nothing_odd) {
  ASSERT_EQ(packs().size(), 6U);
  for (const auto& one : packs()) {
    EXPECT_EQ(testing::problems(one.text, "pack.yaml"), "") << one.name;
    const auto policy = pack(one.name);
    for (const auto& remark : check(*policy)) {
      ADD_FAILURE() << one.name << ": " << remark.rule->name << ": " << remark.what;
    }
  }
}

TEST(Packs, every_rule_says_in_words_why) {
  for (const auto& one : packs()) {
    const auto policy = pack(one.name);
    for (const auto& rule : policy->rules()) EXPECT_FALSE(rule.description.empty()) << rule.name;
  }
}

TEST(Packs, observe_decides_nothing_and_reports_what_balanced_would) {
  EXPECT_EQ(in_pack("observe", "tool.pin.state: changed"), "allow; shadow block-held-tools");
  EXPECT_EQ(pack("observe")->rules().size(), pack("balanced")->rules().size());
}

constexpr const char* kSend = "tool: {tier: write, legs: {sendsOut: true}}\n";
const std::string kFetchOfPlanted =  // NOLINT(cert-err58-cpp)
    "tool: {tier: read, legs: {sendsOut: true}}\nflow.destination.untrusted: true\n";

TEST(Balanced, blocks_credentials_into_a_public_destination) {
  const std::string out = "tool.annotations.inputMetadata.destination: public\n";
  EXPECT_THAT(in_pack("balanced", out + "flow.classes: [credentials]"), StartsWith("block"));
  EXPECT_THAT(in_pack("balanced", out + "request.detections: [credentials]"), StartsWith("block"));
  EXPECT_EQ(in_pack("balanced", out + "request.detections: [pii]"), "allow");
  EXPECT_EQ(in_pack("balanced", std::string(kSend) + "session.label.classes: [credentials]"),
            "escalate ask-credentials-out");
}

TEST(Balanced, asks_before_copied_personal_or_financial_data_become_public) {
  const std::string out = "tool.annotations.inputMetadata.destination: public\n";
  for (const auto* classes : {"pii", "financial", "'regulated:GDPR', regulated"}) {
    EXPECT_EQ(in_pack("balanced", fmt::format("{}flow.classes: [{}]", out, classes)),
              "escalate ask-sensitive-to-public");
  }
  EXPECT_EQ(in_pack("balanced", out + "flow.classes: [user]"), "allow");
  EXPECT_EQ(in_pack("balanced", out + "session.label.classes: [financial]"), "allow");
}

// A model can rephrase; but a mail to somebody in particular is a matter of what it carries.
TEST(Balanced, asks_before_anything_is_published_once_such_data_were_seen) {
  const std::string publish =
      "tool: {tier: write, annotations.inputMetadata.destination: public}\n"
      "session.label.classes: [financial]\n";
  EXPECT_EQ(in_pack("balanced", publish + "request.addressed: false"),
            "escalate ask-sensitive-to-public");
  EXPECT_EQ(in_pack("balanced", publish + "request.addressed: true"), "allow");
}

TEST(Balanced, asks_before_such_data_leave_by_whatever_can_take_them_out) {
  const std::string carries = "flow.classes: [pii]\n";
  const std::string look = "tool: {tier: read, legs: {sendsOut: true}}\n";
  const std::string asks = "escalate ask-sensitive-out";
  EXPECT_EQ(in_pack("balanced", kSend + carries), asks);
  EXPECT_EQ(in_pack("balanced", look + carries), asks);
  EXPECT_EQ(in_pack("balanced", "request: {method: prompts/get, sendsOut: true}\n" + carries),
            asks);
  for (const auto* inside : {"ephemeral", "system", "user", "internal"}) {
    const std::string keeps =
        fmt::format("tool.annotations.inputMetadata.destination: {}\n", inside);
    EXPECT_EQ(in_pack("balanced", kSend + keeps + carries), "allow") << inside;
  }
  EXPECT_EQ(in_pack("balanced", look + "request.detections: [credentials]"),
            "escalate ask-credentials-out");
}

TEST(Balanced, asks_when_something_is_written_into_an_address_that_content_planted) {
  const std::string look = "tool: {tier: read, legs: {sendsOut: true}}\nflow.destination: ";
  const std::string altered = look + "{untrusted: true, altered: true}\n";
  const std::string seen = "session.label.private: true";
  EXPECT_EQ(in_pack("balanced", altered + seen), "escalate ask-altered-destination");
  EXPECT_EQ(in_pack("balanced", altered), "allow") << "there is nothing to write";
  EXPECT_EQ(in_pack("balanced", look + "{untrusted: true, altered: false}\n" + seen), "allow")
      << "the link is only followed";
}

TEST(Strict, asks_before_one_server_gets_what_another_gave) {
  const std::string passes = "flow.elsewhere: true\ntool.tier: read\n";
  EXPECT_EQ(in_pack("strict", passes + "server.trust: standard"), "escalate ask-before-passing-on");
  EXPECT_EQ(in_pack("strict", passes + "server.trust: trusted"), "allow");
}

TEST(Balanced, asks_when_untrusted_content_was_seen_and_a_call_could_take_data_out_or_destroy) {
  for (const std::string seen :
       {"session.label.untrusted: true\n", "request.annotations.openWorldHint: true\n"}) {
    EXPECT_EQ(in_pack("balanced", seen + kSend), "allow") << "there is nothing to take";
    EXPECT_EQ(in_pack("balanced", seen + kSend + "flow.private: true"),
              "escalate ask-after-untrusted");
    EXPECT_EQ(in_pack("balanced", seen + "tool.tier: destructive"),
              "escalate ask-untrusted-destructive");
    EXPECT_EQ(in_pack("balanced", seen + "tool.tier: read"), "allow");
    const std::string look = seen + "tool: {tier: read, legs: {sendsOut: true}}\n";
    EXPECT_EQ(in_pack("balanced", look), "allow");
    EXPECT_EQ(in_pack("balanced", look + "flow.private: true"), "escalate ask-after-untrusted");
  }
  EXPECT_EQ(in_pack("balanced", kSend), "allow");
}

TEST(Balanced, asks_when_all_three_legs_are_there_however_data_are_put_into_words) {
  const std::string outside =
      "tool: {tier: write, annotations.inputMetadata.destination: public}\n";
  const std::string mail = outside + "request.addressed: true\n";
  const std::string both = "session.label: {untrusted: true, private: true}\n";
  EXPECT_EQ(in_pack("balanced", mail + both), "escalate ask-after-untrusted");
  EXPECT_EQ(in_pack("balanced", mail + "session.label.untrusted: true"), "allow");
  EXPECT_EQ(in_pack("balanced", mail + "session.label.private: true"), "allow");
  EXPECT_EQ(in_pack("balanced", kSend + both), "allow") << "nobody knows that others read it";
  EXPECT_EQ(in_pack("balanced", kSend + both + "request.addressed: true"),
            "escalate ask-after-untrusted");
  EXPECT_EQ(in_pack("balanced", kSend + both + "tool.declared.openWorldHint: true"),
            "escalate ask-after-untrusted");
  const std::string post =
      outside +
      "request.addressed: false\ntool.evidence.inputMetadata.destination.source: declared\n";
  EXPECT_EQ(in_pack("balanced", post + "request.annotations.openWorldHint: true"),
            "escalate ask-untrusted-to-public")
      << "it becomes public for everybody";
  EXPECT_EQ(in_pack("balanced", post), "allow");
  EXPECT_EQ(
      in_pack("balanced", outside + "request: {addressed: false}\nsession.label.untrusted: true"),
      "allow")
      << "nobody says that it is public";
}

TEST(Balanced, asks_when_content_chose_what_a_call_does) {
  const std::string write = "tool: {tier: write, legs: {sendsOut: true}}\n";
  EXPECT_EQ(in_pack("balanced", write + "flow.destination.untrusted: true"),
            "escalate ask-untrusted-destination");
  EXPECT_EQ(in_pack("balanced", write + "flow.links.untrusted: true"),
            "escalate ask-untrusted-link");
  EXPECT_EQ(in_pack("balanced", write + "flow.directed: true"), "escalate ask-directed");
  for (const std::string seen :
       {"session.label.malicious: true\n", "request.annotations.maliciousActivityHint: true\n"}) {
    EXPECT_EQ(in_pack("balanced", seen + "tool.tier: write"), "escalate ask-after-attack");
    EXPECT_EQ(in_pack("balanced", seen + "tool.tier: read"), "allow");
    EXPECT_EQ(in_pack("balanced", seen + kFetchOfPlanted), "escalate ask-after-attack");
    EXPECT_EQ(in_pack("ai-governance", seen + "tool.annotations.agencyHint: true"),
              "block block-agent-after-attack limit-agents");
  }
  EXPECT_EQ(in_pack("balanced", "tool.tier: read\nflow: {directed: true}"), "allow");
  EXPECT_EQ(in_pack("balanced", kFetchOfPlanted), "allow") << "a link is followed";
  EXPECT_EQ(in_pack("balanced", kFetchOfPlanted + "flow.directed: true"), "escalate ask-directed");
}

TEST(Balanced, asks_when_what_a_call_carries_cannot_be_told) {
  const std::string large = "flow: {complete: false, links.untrusted: true}\n";
  EXPECT_EQ(in_pack("balanced", large + "tool.tier: write"), "escalate ask-untraced");
  EXPECT_EQ(in_pack("balanced", large + "tool.tier: read"), "allow");
  EXPECT_EQ(in_pack("balanced", "flow.complete: false\ntool.tier: write"), "allow");
}

TEST(Packs, know_ways_out_that_are_no_tools) {
  const std::string out = "request: {method: resources/read, sendsOut: true}\n";
  const std::string seen = out + "session.label: {untrusted: true, private: true}\n";
  EXPECT_EQ(in_pack("balanced", seen), "allow");
  EXPECT_EQ(in_pack("balanced", seen + "flow.private: true"), "escalate ask-after-untrusted");
  EXPECT_EQ(in_pack("balanced", seen + "flow.classes: [pii]"),
            "escalate ask-sensitive-out ask-after-untrusted");
  EXPECT_EQ(in_pack("balanced", out + "flow.classes: [credentials]"),
            "escalate ask-credentials-out");
  EXPECT_EQ(in_pack("balanced", out + "session.label.classes: [credentials]"), "allow");
  EXPECT_EQ(in_pack("strict", out), "allow");
  EXPECT_EQ(in_pack("strict", out + "flow.destination.untrusted: true"),
            "block block-untrusted-destination");
  EXPECT_EQ(in_pack("strict", out + "session.label.classes: [credentials]"),
            "block block-credentials-out");
}

TEST(Balanced, asks_for_what_cannot_be_undone_unless_the_tool_is_reversible) {
  const std::string lasts = "tool.annotations.inputMetadata.outcomes: irreversible\n";
  const std::string source = "tool.evidence.inputMetadata.outcomes.source: ";
  EXPECT_EQ(in_pack("balanced", lasts + source + "declared"), "escalate ask-irreversible");
  EXPECT_EQ(in_pack("balanced", lasts + source + "inferred"), "allow");
  // An author who says so is believed, though inference says the same and more.
  const std::string said = "tool.declared.inputMetadata.outcomes: irreversible\n";
  EXPECT_EQ(in_pack("balanced", lasts + said + source + "inferred"), "escalate ask-irreversible");
  EXPECT_EQ(in_pack("balanced", said + source + "operator"), "allow");
}

TEST(Balanced, asks_for_what_destroys_if_somebody_says_so_or_nobody_knows_the_tool) {
  const std::string destroys = "tool.annotations.destructiveHint: true\n";
  const std::string source = "tool.evidence.destructiveHint.source: ";
  for (const auto* who : {"inferred", "declared", "resolved", "observed", "operator"})
    EXPECT_EQ(in_pack("balanced", destroys + source + who), "escalate ask-irreversible") << who;
  const std::string back = "tool.annotations.reversibleHint: true\n";
  const std::string guess = "tool.evidence.reversibleHint.source: inferred\n";
  EXPECT_EQ(in_pack("balanced", destroys + source + "inferred\n" + back + guess), "allow");
  const std::string declared =
      destroys + source + "declared\ntool.declared.destructiveHint: true\n";
  EXPECT_EQ(in_pack("balanced", declared + back + guess), "escalate ask-irreversible")
      << "a guess takes nothing back";
  EXPECT_EQ(in_pack("balanced", declared + back + "tool.evidence.reversibleHint.source: declared"),
            "allow");
  const std::string silent = destroys + source + "default\n";
  EXPECT_EQ(in_pack("balanced", silent + "tool.pin.state: pinned\nserver.trust: standard"),
            "allow");
  EXPECT_EQ(in_pack("balanced", silent + "tool.pin.state: unknown"), "escalate ask-irreversible");
  EXPECT_EQ(in_pack("balanced", silent + "server.trust: untrusted"), "escalate ask-irreversible");
  EXPECT_EQ(in_pack("balanced", silent + "session.label.untrusted: true\ntool.tier: destructive"),
            "escalate ask-untrusted-destructive");
}

TEST(Balanced, blocks_what_drifted_and_holds_what_is_malicious) {
  for (const auto* state : {"changed", "pending", "rejected"}) {
    EXPECT_THAT(in_pack("balanced", std::string("tool.pin.state: ") + state), StartsWith("block"));
  }
  EXPECT_EQ(in_pack("balanced", "tool.pin.state: pinned"), "allow");
  EXPECT_EQ(in_pack("balanced", "response.detections: [injection]", Phase::kResponse),
            "escalate hold-malicious-results");
}

// "Combining hints for risk assessment" of SEP-1984, and the two of SEP-1938.
TEST(Sep1984, combinations_of_hints) {
  const auto decision = [](std::string_view facts) {
    static const auto kBalanced = pack("balanced");
    const auto known = testing::facts_of(facts);
    return decide(*kBalanced, Phase::kRequest, known.facts);
  };
  const auto strong =
      decision("tool.annotations: {sensitiveDataHint: true, privilegedAccessHint: true}");
  EXPECT_EQ(strong.effect, Effect::kEscalate);
  EXPECT_EQ(strong.confirm, Confirm::kName);
  const auto managed =
      decision("tool.annotations: {slowExecutionHint: true, resourceIntensiveHint: true}");
  EXPECT_EQ(managed.effect, Effect::kAllow);
  ASSERT_EQ(managed.fired.size(), 1U);
  EXPECT_TRUE(managed.fired.front()->modifiers.limit.has_value());
  const auto* ai = "tool.annotations: {aiProcessingHint: true, sensitiveDataHint: true}";
  EXPECT_EQ(decision(ai).audit, Audit::kFull);
  EXPECT_THAT(in_pack("ai-governance", ai), HasSubstr("ask-ai-on-sensitive"));
  EXPECT_EQ(in_pack("balanced", "tool.annotations: {reversibleHint: true, destructiveHint: false}"),
            "allow");
}

TEST(Sep1938, combinations_of_hints) {
  const auto known =
      testing::facts_of("tool.annotations: {agencyHint: true, destructiveHint: true}");
  const auto strict = decide(*pack("balanced"), Phase::kRequest, known.facts);
  EXPECT_EQ(strict.effect, Effect::kEscalate);
  EXPECT_EQ(strict.confirm, Confirm::kName);
  EXPECT_EQ(in_pack("balanced", "tool.annotations: {agencyHint: true, readOnlyHint: true}"),
            "allow record-agent-reading");
}

TEST(Packs, readonly_lets_only_reading_pass) {
  EXPECT_EQ(in_pack("readonly", "tool.tier: read\nrequest.method: tools/call"), "allow");
  EXPECT_THAT(in_pack("readonly", "tool.tier: write"), StartsWith("block"));
  EXPECT_THAT(in_pack("readonly", "request.method: tools/call"), StartsWith("block"));
  EXPECT_EQ(in_pack("readonly", "request.method: resources/read"), "allow");
  EXPECT_EQ(in_pack("readonly", "request.method: completion/complete"), "allow");
  EXPECT_EQ(in_pack("readonly", "request.method: files/wipe"), "block block-unknown-methods");
}

TEST(Packs, strict_and_regulated_ask_before_what_nobody_knows) {
  for (const auto* name : {"strict", "regulated"}) {
    const std::string asks = "escalate ask-before-the-unknown";
    EXPECT_THAT(in_pack(name, "request.method: files/wipe"), StartsWith(asks));
    EXPECT_THAT(in_pack(name, "request.method: tools/call"), StartsWith(asks));
    EXPECT_THAT(in_pack(name, "request.method: prompts/get"), StartsWith("allow"));
  }
}

TEST(Regulated, personal_data_are_shown_by_tools_that_are_known_to_and_an_untrusted_word_is_none) {
  const auto decided_with = [](const std::string& more) {
    return in_pack("regulated", "response.detections: [pii]\n" + more, Phase::kResponse);
  };
  const std::string declared =
      "tool.annotations.returnMetadata.sensitivity: [pii]\n"
      "tool.evidence.returnMetadata.sensitivity.source: declared\n";
  const auto redacts = ::testing::HasSubstr("redact");
  EXPECT_THAT(decided_with("server.trust: standard"), redacts);
  EXPECT_THAT(decided_with(declared + "server.trust: standard"), ::testing::Not(redacts));
  EXPECT_THAT(decided_with(declared + "server.trust: trusted"), ::testing::Not(redacts));
  for (const auto* trust : {"untrusted", "quarantine", "blocked"})
    EXPECT_THAT(decided_with(declared + "server.trust: " + trust), redacts) << trust;
  EXPECT_THAT(decided_with("server.trust: untrusted\n"
                           "tool.annotations.returnMetadata.sensitivity: [pii]\n"
                           "tool.evidence.returnMetadata.sensitivity.source: operator"),
              ::testing::Not(redacts));
}

TEST(Packs, strict_and_regulated_are_never_weaker_than_balanced) {
  for (const auto* facts :
       {"tool.legs.sendsOut: true", "tool.tier: destructive", "tool.pin.state: changed",
        "session.label: {untrusted: true, classes: [credentials]}\ntool.legs.sendsOut: true"}) {
    const auto known = testing::facts_of(facts);
    const auto effect = [&](std::string_view name) {
      return decide(*pack(name), Phase::kRequest, known.facts).effect;
    };
    EXPECT_GE(effect("strict"), effect("balanced")) << facts;
    EXPECT_GE(effect("regulated"), effect("strict")) << facts;
  }
}

TEST(Table, tests_of_a_policy_pass_or_say_what_came_out) {
  const auto table = read_table(
      "policy: balanced\nfacts: {session.label.untrusted: true}\ntests:\n"
      "- {name: a, facts: {tool.legs.sendsOut: true, flow.private: true}, effect: escalate, rules: "
      "[ask-after-untrusted]}\n"
      "- {name: b, effect: block, rules: [x], shadow: []}\n",
      "t.yaml");
  ASSERT_TRUE(table.good());
  ASSERT_EQ(table.tests.size(), 2U);
  EXPECT_EQ(table.policy, "balanced");
  EXPECT_EQ(table.tests[1].where, "t.yaml:5");
  const auto balanced = pack("balanced");
  EXPECT_THAT(failures(*balanced, table.tests[0]), ::testing::IsEmpty());
  EXPECT_THAT(
      failures(*balanced, table.tests[1]),
      ::testing::ElementsAre("expected block, found allow (none)", "the policy has no rule \"x\"",
                             "expected rules x, found none"));
}

TEST(Table, null_takes_back_a_fact_that_all_tests_share) {
  const auto table = read_table(
      "facts: {tool.name: send, request.arguments: {to: eve}, tool.annotations.agencyHint: true}\n"
      "tests:\n"
      "- {effect: allow, facts: {tool: {annotations: {agencyHint: null}}}}\n"
      "- {effect: allow, facts: {request.arguments.to: null, tool.name: null}}\n"
      "- {effect: allow, facts: {request.arguments: null}}\n"
      "- {effect: allow}\n",
      "t.yaml");
  ASSERT_TRUE(table.good());
  const auto seen = [&](std::size_t test, std::string_view fact) {
    return table.tests[test].known.facts.text_of(*find_fact(fact));
  };
  EXPECT_EQ(seen(0, "tool.annotations.agencyHint"), "absent");
  EXPECT_EQ(seen(0, "tool.name"), "send");
  EXPECT_EQ(seen(1, "request.arguments.to"), "absent");
  EXPECT_EQ(seen(1, "tool.name"), "absent");
  EXPECT_EQ(seen(2, "request.arguments.to"), "absent");
  EXPECT_EQ(seen(3, "tool.annotations.agencyHint"), "true");
}

TEST(Table, what_is_no_table_is_refused) {
  for (const auto* text :
       {"", "tests: 5", "tests: [5]", "tests: [{}]", "tests: [{effect: no}]",
        "tests: [{effect: block, facts: {x: 1}}]", "test: []", "tests: [{effect: block, rule: []}]",
        "tests: [{effect: block, rules: 5}]"}) {
    EXPECT_FALSE(read_table(text, "t.yaml").good()) << text;
  }
}

}  // namespace
}  // namespace touchstone::policy
