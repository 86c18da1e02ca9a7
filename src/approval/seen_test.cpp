#include "approval/seen.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "approval/prompt.hpp"
#include "approval/test_support.hpp"
#include "approval/text.hpp"
#include "policy/test_support.hpp"

namespace touchstone::approval {
namespace {

using policy::testing::facts_of;
using policy::testing::policy_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::string_view kAsksAboutTools =
    "rules: [{name: r, effect: escalate, conditions: {fact: tool.name, equals: send}}]";
constexpr std::string_view kAsksAboutData =
    "rules: [{name: r, effect: escalate, conditions: {and: [{fact: tool.name, equals: send}, "
    "{not: {fact: session.label.untrusted, equals: true}}]}}]";

std::string seen(std::string_view facts, std::string_view rules = kAsksAboutTools) {
  const auto policy = policy_of(rules);
  const auto known = facts_of("tool.name: send\n" + std::string(facts));
  const auto decision = policy::decide(*policy, policy::Phase::kRequest, known.facts);
  EXPECT_EQ(decision.fired.size(), 1U);
  return seen_text(known.facts, decision);
}

TEST(Seen, a_call_with_nothing_to_tell_is_within_itself_and_more_than_what_nobody_kept) {
  EXPECT_FALSE(seen("").empty()) << "else a grant from before would cover it";
  EXPECT_THAT(beyond(seen(""), seen("")), IsEmpty());
}

TEST(Seen, is_what_the_arguments_carry_by_kind) {
  const auto prose = seen("flow.share: 0");
  EXPECT_THAT(beyond(prose, seen("flow.share: 0.1")),
              ElementsAre("carries content that the session was given"));
  EXPECT_THAT(beyond(prose, seen("flow.classes: [financial, pii]")),
              ElementsAre("carries: financial", "carries: pii"));
  for (const auto* fact :
       {"flow.untrusted", "flow.private", "flow.malicious", "flow.destination.untrusted",
        "flow.links.untrusted", "flow.directed", "flow.directed.tool"}) {
    EXPECT_EQ(beyond(prose, seen(std::string(fact) + ": true")).size(), 1U) << fact;
    EXPECT_EQ(seen(std::string(fact) + ": false"), prose) << fact;
  }
  EXPECT_THAT(beyond(prose, seen("request.detections: [credentials]")),
              ElementsAre("contains: credentials"));
}

TEST(Seen, is_not_where_it_came_from_or_how_much_there_is) {
  EXPECT_EQ(seen("flow.share: 0.9\nflow.sources: ['mcp://a']\nflow.classes: [pii]"),
            seen("flow.share: 0.2\nflow.sources: ['mcp://b']\nflow.classes: [pii]"));
  EXPECT_EQ(seen("session.calls: 3\nsession.label.attribution: ['mcp://a']", kAsksAboutData),
            seen("session.calls: 9\nsession.label.attribution: ['mcp://b']", kAsksAboutData));
}

TEST(Seen, has_the_label_where_data_can_leave_or_a_rule_that_asks_looks_at_data) {
  const std::string label =
      "session.label.classes: [pii]\nrequest.annotations.sensitiveDataHint: true\n";
  EXPECT_EQ(seen(label), seen("")) << "what was read says nothing about this call";
  for (const auto& more : {seen(label, kAsksAboutData), seen(label + "tool.legs.sendsOut: true"),
                           seen(label + "request.sendsOut: true")}) {
    EXPECT_THAT(beyond(seen(""), more),
                ElementsAre("session saw private data", "session saw: pii"));
  }
}

TEST(Seen, has_what_the_tool_itself_brings) {
  const auto policy = policy_of(kAsksAboutData);
  const auto before = facts_of("tool.name: send");
  const auto after = facts_of(
      "tool.name: send\nrequest.annotations.openWorldHint: true\n"
      "request.annotations.sensitiveDataHint: true\nsession.label.classes: [pii]");
  const auto decision = policy::decide(*policy, policy::Phase::kRequest, before.facts);
  model::Label brings;
  brings.untrusted = brings.is_private = true;
  brings.classes.insert(model::DataClass::kPii);
  EXPECT_THAT(
      beyond(seen_text(before.facts, decision, brings), seen_text(after.facts, decision, brings)),
      IsEmpty());
  EXPECT_EQ(beyond(seen_text(before.facts, decision), seen_text(after.facts, decision)).size(), 3U);
}

TEST(Seen, to_carry_something_is_more_than_to_have_seen_it) {
  const auto saw = seen("session.label.classes: [pii]\ntool.legs.sendsOut: true");
  const auto carries =
      seen("session.label.classes: [pii]\nflow.classes: [pii]\ntool.legs.sendsOut: true");
  EXPECT_THAT(beyond(saw, carries), ElementsAre("carries: pii"));
  EXPECT_THAT(beyond(carries, saw), IsEmpty());
}

// A scope is whatever a server says.
TEST(Seen, no_word_of_others_makes_a_line_of_its_own) {
  const auto evil =
      seen("flow.classes: [\"regulated:x\\ncarries: pii\\n\", \"regulated:private data\"]");
  EXPECT_THAT(beyond(evil, seen("flow.private: true")), ElementsAre("carries private data"));
  EXPECT_THAT(beyond(evil, seen("flow.classes: [pii]")), ElementsAre("carries: pii"));
}

TEST(Seen, the_question_says_why_a_yes_from_before_does_not_do) {
  auto ticket = testing::a_ticket();
  ticket.scope = store::Scope::kShape;
  ticket.binding.seen = seen("");
  auto question = testing::a_question();
  describe(question, ticket, seen("flow.classes: [financial]\nflow.private: true"));
  EXPECT_THAT(question_lines(question, testing::a_ticket()),
              HasSubstr("    asked again   the yes of k7qm-3xvd-p2he for this shape does not cover "
                        "it; it was given without: carries private data, carries: financial\n"));
  EXPECT_EQ(read_prompt(prompt_json(question)).value(), question);
  ticket.binding.seen = "";
  describe(question, ticket, seen(""));
  EXPECT_THAT(question_lines(question, testing::a_ticket()), HasSubstr("was not kept"));
  describe(question, std::nullopt, seen(""));
  EXPECT_THAT(question_lines(question, testing::a_ticket()), Not(HasSubstr("asked again")));
}

}  // namespace
}  // namespace touchstone::approval
