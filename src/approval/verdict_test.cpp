#include "approval/verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "approval/test_support.hpp"
#include "json/string.hpp"

namespace touchstone::approval {
namespace {

using testing::a_question;
using testing::parsed;

Verdict verdict_on(std::string_view result, bool type_name = false) {
  auto question = a_question();
  question.type_name = type_name;
  return read_verdict(question, parsed(result).root());
}

TEST(Verdict, a_yes_has_the_scope_that_was_chosen) {
  const auto scope_of = [](const std::string& decision) {
    const auto verdict =
        verdict_on(R"({"action":"accept","content":{"decision":")" + decision + "\"}}");
    EXPECT_TRUE(verdict.allow) << decision;
    return verdict.scope;
  };
  EXPECT_EQ(scope_of("allow_once"), store::Scope::kOnce);
  EXPECT_EQ(scope_of("allow_session"), store::Scope::kSession);
  EXPECT_EQ(scope_of("allow_shape"), store::Scope::kShape);
}

TEST(Verdict, whatever_is_not_a_clear_yes_is_a_no_with_a_reason) {
  for (const auto* result : {
           "null",
           "[]",
           "{}",
           R"("accept")",
           R"({"action":"decline"})",
           R"({"action":"cancel"})",
           R"({"action":"accept"})",
           R"({"action":"accept","content":null})",
           R"({"action":"accept","content":{}})",
           R"({"action":"accept","content":{"decision":true}})",
           R"({"action":"accept","content":{"decision":"deny"}})",
           R"({"action":"accept","content":{"decision":"ALLOW_ONCE"}})",
           R"({"action":"accept","content":{"decision":["allow_once"]}})",
           R"({"action":"ACCEPT","content":{"decision":"allow_once"}})",
           R"({"action":"decline","content":{"decision":"allow_once"}})",
           R"({"action":["accept"],"content":{"decision":"allow_once"}})",
           R"({"content":{"decision":"allow_once"}})",
           R"({"action":"accept","decision":"allow_once"})",
       }) {
    const auto verdict = verdict_on(result);
    EXPECT_FALSE(verdict.allow) << result;
    EXPECT_FALSE(verdict.reason.empty()) << result;
  }
}

TEST(Verdict, a_yes_without_the_name_is_a_no_where_the_name_must_be_typed) {
  const auto with = [](const std::string& more) {
    return verdict_on(R"({"action":"accept","content":{"decision":"allow_once")" + more + "}}",
                      true);
  };
  EXPECT_EQ(with("").reason, "the tool's name was not typed");
  EXPECT_EQ(with(R"(,"confirm":"")").reason, "the tool's name was not typed");
  EXPECT_EQ(with(R"(,"confirm":"send_email ")").reason, "another name was typed");
  EXPECT_EQ(with(R"(,"confirm":"Send_email")").reason, "another name was typed");
  EXPECT_FALSE(with(R"(,"confirm":true)").allow);
  EXPECT_TRUE(with(R"(,"confirm":"send_email")").allow);
  EXPECT_FALSE(with(R"(,"confirm":"send_email")").unnamed);
}

TEST(Verdict, a_yes_that_lacks_the_name_is_told_from_a_no) {
  auto question = testing::a_question();
  question.type_name = true;
  for (const auto* yes : {"allow_once", "allow_session", "allow_shape"}) {
    EXPECT_TRUE(verdict_of(question, yes, std::nullopt).unnamed) << yes;
    EXPECT_FALSE(verdict_of(question, yes, std::nullopt).allow) << yes;
    EXPECT_TRUE(verdict_of(question, yes, "other").unnamed) << yes;
  }
  EXPECT_FALSE(verdict_of(question, "deny", std::nullopt).unnamed);
  EXPECT_FALSE(verdict_of(question, "yes", std::nullopt).unnamed);
}

TEST(Verdict, takes_every_name_that_the_tool_has) {
  Question question;
  question.server = "mail";
  question.tool = "mail__send";
  question.name = "send";
  question.type_name = true;
  for (const auto* name : {"mail__send", "send", "mail/send", "mail / send"})
    EXPECT_TRUE(verdict_of(question, "allow_once", name).allow) << name;
  for (const auto* name : {"mail", "mail / ", "other/send", "mail//send", ""})
    EXPECT_FALSE(verdict_of(question, "allow_once", name).allow) << name;
}

RC_GTEST_PROP(Verdict, no_other_word_is_a_yes, (const std::string& word)) {
  RC_PRE(word != "allow_once" && word != "allow_session" && word != "allow_shape");
  RC_ASSERT(
      !verdict_on("{\"action\":\"accept\",\"content\":{\"decision\":" + json::quoted(word) + "}}")
           .allow);
}

TEST(Verdict, who_closes_the_question_has_chosen_nothing) {
  const auto closed = verdict_on(R"({"action":"cancel"})");
  EXPECT_FALSE(closed.allow);
  EXPECT_TRUE(closed.dismissed);
  EXPECT_FALSE(verdict_on(R"({"action":"decline"})").dismissed);
  EXPECT_FALSE(verdict_on("{}").dismissed);
}

TEST(Verdict, a_shape_is_no_yes_where_it_leaves_nothing_open) {
  auto question = testing::a_question();
  EXPECT_EQ(verdict_of(question, "allow_shape", std::nullopt).scope, store::Scope::kShape);
  question.may_differ.clear();
  const auto verdict = verdict_of(question, "allow_shape", std::nullopt);
  EXPECT_FALSE(verdict.allow);
  EXPECT_THAT(verdict.reason, ::testing::HasSubstr("nothing may differ"));
  EXPECT_TRUE(verdict_of(question, "allow_session", std::nullopt).allow);
  EXPECT_TRUE(verdict_of(question, "allow_once", std::nullopt).allow);
}

TEST(Verdict, a_result_is_allowed_once_or_not) {
  auto question = testing::a_question();
  question.about_result = true;
  EXPECT_TRUE(verdict_of(question, "allow_once", std::nullopt).allow);
  for (const auto* wider : {"allow_session", "allow_shape"}) {
    EXPECT_EQ(verdict_of(question, wider, std::nullopt).reason,
              "a result can be allowed once only");
  }
}

}  // namespace
}  // namespace touchstone::approval
