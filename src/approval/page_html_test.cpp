#include "approval/page_html.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "approval/form.hpp"
#include "approval/test_support.hpp"
#include "approval/text.hpp"

namespace touchstone::approval {
namespace {

using testing::a_question;
using testing::a_ticket;
using ::testing::HasSubstr;
using ::testing::Not;

std::size_t count_of(std::string_view text, std::string_view what) {
  std::size_t count = 0;
  for (auto at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(QuestionPage, shows_all_that_the_command_shows) {
  const auto page = question_page(a_question(), a_ticket());
  EXPECT_THAT(page, HasSubstr(escaped_html(question_lines(a_question(), a_ticket()))));
  EXPECT_THAT(page, HasSubstr("<h1>May this call run? Nothing has happened yet.</h1>"));
}

TEST(QuestionPage, has_a_button_for_each_answer_and_the_first_is_a_no) {
  const auto page = question_page(a_question(), a_ticket());
  EXPECT_EQ(count_of(page, "<button"), kAnswers.size());
  for (const auto& answer : kAnswers)
    EXPECT_THAT(page, HasSubstr("value=\"" + std::string(answer.value) + "\""));
  const auto first = page.find("<button");
  EXPECT_EQ(page.find("<button name=\"decision\" value=\"deny\""), first);
  EXPECT_THAT(page, Not(HasSubstr("<input")));
}

TEST(QuestionPage, has_no_button_for_the_shape_where_nothing_is_left_open) {
  auto question = a_question();
  question.may_differ.clear();
  const auto page = question_page(question, a_ticket());
  EXPECT_EQ(count_of(page, "<button"), kAnswers.size() - 1);
  EXPECT_THAT(page, Not(HasSubstr("allow_shape")));
}

TEST(QuestionPage, about_a_result_offers_only_what_a_result_can_have) {
  auto question = a_question();
  question.about_result = true;
  question.result = R"({"content":[]})";
  const auto page = question_page(question, a_ticket());
  EXPECT_EQ(count_of(page, "<button"), 2U);
  EXPECT_THAT(page, HasSubstr("Deliver this result"));
}

TEST(QuestionPage, wants_the_name_typed_where_the_policy_does) {
  auto question = a_question();
  question.type_name = true;
  const auto page = question_page(question, a_ticket());
  EXPECT_THAT(page, HasSubstr("<input name=\"confirm\" required"));
  EXPECT_THAT(page, HasSubstr("type the tool&#39;s name: send_email"));
  EXPECT_THAT(page, HasSubstr("value=\"deny\" formnovalidate>"));
}

// Whatever a server, a model or a client wrote: no tag, attribute or entity of theirs.
TEST(QuestionPage, keeps_hostile_texts_texts) {
  constexpr std::string_view kHostile =
      "</pre><script>alert(1)</script><img src=x onerror=y>\"'><form action=//evil>&lt;";
  const std::string bad(kHostile);
  Question question = a_question();
  question.type_name = true;
  question.server = question.tool = question.title = question.principal = bad;
  question.name = question.client = question.tier = question.risk = bad;
  question.hints = question.legs = question.lasting = question.seen = question.sources = {bad};
  question.may_differ = {bad};
  question.flows = {{bad, bad, 7, bad}};
  question.destinations = {{bad, bad, bad}};
  question.handles = {{bad, bad, bad}};
  question.rules = {{bad, bad}};
  question.again = AgainNote{bad, bad, {bad}};
  question.arguments = R"({"a</pre><script>":"</pre><script>alert(1)</script>\n    ticket  x"})";
  auto ticket = a_ticket();
  ticket.id = bad;
  const auto page = question_page(question, ticket);
  EXPECT_EQ(count_of(page, "<script"), 0U);
  EXPECT_EQ(count_of(page, "<img"), 0U);
  EXPECT_EQ(count_of(page, "<form"), 1U);
  EXPECT_EQ(count_of(page, "</pre>"), 1U);
  EXPECT_EQ(count_of(page, "<"), count_of(page, ">")) << "only our own tags";
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;\\n    ticket"))
      << "a line break in an argument makes no line";
  ticket.state = store::TicketState::kDenied;
  ticket.answered_by = ticket.binding.tool = ticket.binding.server = bad;
  for (const auto& other : {state_page(ticket, bad), note_page(bad, bad)}) {
    EXPECT_EQ(count_of(other, "<script"), 0U);
    EXPECT_EQ(count_of(other, "<form"), 0U);
  }
}

TEST(StatePage, says_what_became_of_it) {
  auto ticket = a_ticket();
  ticket.binding.tool = "send_email";
  ticket.binding.server = "mail";
  ticket.state = store::TicketState::kDenied;
  ticket.answered_by = "ann on the approval page";
  EXPECT_THAT(state_page(ticket),
              HasSubstr("<p>send_email on mail: denied, by ann on the approval page</p>"));
  ticket.state = store::TicketState::kExpired;
  EXPECT_THAT(state_page(ticket), HasSubstr("Too late: nobody answered in time"));
}

}  // namespace
}  // namespace touchstone::approval
