#include <fstream>
#include <sstream>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/commands.hpp"
#include "cli/store_for_test.hpp"
#include "json/parser.hpp"

namespace touchstone::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ApprovalsCommands = testing::StoreFile;

constexpr const char* kOne = "k7qm-3xvd-p2he";
constexpr const char* kTwo = "aaaa-bbbb-cccc";

TEST_F(ApprovalsCommands, list_what_waits_and_say_so_by_the_exit_code) {
  EXPECT_EQ(touchstone({"approvals", "list"}).out, "nothing waits\n");
  EXPECT_EQ(touchstone({"approvals", "list"}).code, 0);
  ask(kOne);
  const auto list = touchstone({"approvals", "list"});
  EXPECT_EQ(list.code, 1);
  EXPECT_THAT(list.out, HasSubstr("k7qm-3xvd-p2he  mail / send_email  ann  "));
  EXPECT_THAT(list.out, HasSubstr("pending, until "));
}

TEST_F(ApprovalsCommands, do_not_list_a_question_whose_time_is_over) {
  ask(kOne, false, std::chrono::seconds(0));
  EXPECT_EQ(touchstone({"approvals", "list"}).code, 0);
  EXPECT_THAT(touchstone({"approvals", "list", "--all"}).out, HasSubstr(kOne));
}

TEST_F(ApprovalsCommands, tell_that_the_time_of_a_question_is_over_though_nobody_noted_it) {
  ask(kOne, false, std::chrono::seconds(0));
  EXPECT_THAT(touchstone({"approvals", "list", "--all"}).out,
              AllOf(HasSubstr("expired"), Not(HasSubstr("pending"))));
  EXPECT_THAT(touchstone({"approvals", "show", kOne, "--format", "json"}).out,
              HasSubstr(R"("state":"expired")"));
  EXPECT_THAT(touchstone({"approvals", "allow", kOne}).out, HasSubstr("too late, "));
  EXPECT_THAT(touchstone({"approvals", "allow", kOne}).out, HasSubstr("expired"));
}

TEST_F(ApprovalsCommands, show_all_of_it_and_what_to_type) {
  ask(kOne);
  const auto shown = touchstone({"approvals", "show", "K7QM3XVDP2HE"});
  EXPECT_EQ(shown.code, 0);
  EXPECT_THAT(shown.out, HasSubstr("    call          send_email on mail\n"));
  EXPECT_THAT(shown.out, HasSubstr("    |   \"body\": \"a\\u202eb\"\n"));
  EXPECT_THAT(shown.out, HasSubstr("allow it: touchstone approvals allow k7qm-3xvd-p2he --store "));
  const auto json = touchstone({"approvals", "show", kOne, "--format", "json"}).out;
  const auto document = json::Parser().parse(json::Text::copy_of(json));
  ASSERT_TRUE(document);
  EXPECT_TRUE(document->root().find("question").find("tool").equals("send_email"));
}

TEST_F(ApprovalsCommands, allow_with_scope_and_time) {
  ask(kOne);
  const auto allowed =
      touchstone({"approvals", "allow", kOne, "--scope", "session", "--for", "2h"});
  EXPECT_EQ(allowed.code, 0) << allowed.err;
  EXPECT_THAT(allowed.out, HasSubstr("k7qm-3xvd-p2he: allowed, session, by "));
  EXPECT_EQ(ticket(kOne).state, store::TicketState::kAllowed);
  EXPECT_EQ(ticket(kOne).scope, store::Scope::kSession);
  EXPECT_GT(ticket(kOne).expires, now() + std::chrono::minutes(119));
}

TEST_F(ApprovalsCommands, leave_a_record_of_who_answered) {
  ask(kOne);
  (void)touchstone({"approvals", "deny", kOne, "--reason", "not to outside"});
  const auto list = touchstone({"decisions", "list", "--kind", "approval", "--format", "json"});
  EXPECT_THAT(list.out, HasSubstr(R"("reason":"not to outside")"));
  EXPECT_THAT(list.out, HasSubstr("\"by\":\"" + who()));
}

TEST_F(ApprovalsCommands, an_answer_that_comes_second_changes_nothing) {
  ask(kOne);
  EXPECT_EQ(touchstone({"approvals", "allow", kOne}).code, 0);
  const auto late = touchstone({"approvals", "deny", kOne});
  EXPECT_EQ(late.code, 1);
  EXPECT_THAT(late.out, HasSubstr("too late, k7qm-3xvd-p2he: allowed"));
}

TEST_F(ApprovalsCommands, a_no_after_a_yes_says_how_to_take_the_yes_back) {
  ask(kOne);
  (void)touchstone({"approvals", "allow", kOne, "--scope", "session"});
  const auto command = "take it back: touchstone approvals revoke k7qm-3xvd-p2he --store " + path_;
  EXPECT_THAT(touchstone({"approvals", "deny", kOne}).out, HasSubstr(command));
  EXPECT_THAT(touchstone({"approvals", "show", kOne}).out, HasSubstr(command));
}

TEST_F(ApprovalsCommands, revoke_takes_a_yes_back_and_says_so_on_record) {
  ask(kOne);
  (void)touchstone({"approvals", "allow", kOne, "--scope", "session"});
  const auto revoked = touchstone({"approvals", "revoke", "p2he"});
  EXPECT_EQ(revoked.code, 0) << revoked.err;
  EXPECT_THAT(revoked.out, HasSubstr("k7qm-3xvd-p2he: allowed, session, by " + who()));
  EXPECT_THAT(revoked.out, HasSubstr(", taken back 20"));
  EXPECT_EQ(ticket(kOne).state, store::TicketState::kRevoked);
  const auto list = touchstone({"decisions", "list", "--effect", "revoke", "--format", "json"}).out;
  EXPECT_THAT(list, AllOf(HasSubstr(R"("kind":"approval")"), HasSubstr("\"by\":\"" + who()),
                          HasSubstr(R"("scope":"session")"), HasSubstr(R"("prompt":)"),
                          HasSubstr(R"("ticket":"k7qm-3xvd-p2he")")));
}

TEST_F(ApprovalsCommands, revoke_a_second_time_changes_nothing_and_says_so) {
  ask(kOne);
  (void)touchstone({"approvals", "allow", kOne});
  EXPECT_EQ(touchstone({"approvals", "revoke", kOne}).code, 0);
  const auto again = touchstone({"approvals", "revoke", kOne});
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.out, HasSubstr("nothing to take back, k7qm-3xvd-p2he: allowed, once, by "));
  EXPECT_EQ(touchstone({"approvals", "revoke", kOne, "--format", "json"}).code, 1);
}

TEST_F(ApprovalsCommands, revoke_what_was_never_allowed_says_what_it_is) {
  ask(kOne);
  const auto pending = touchstone({"approvals", "revoke", kOne});
  EXPECT_EQ(pending.code, 1);
  EXPECT_THAT(pending.out, AllOf(HasSubstr("nothing to take back, k7qm-3xvd-p2he: pending"),
                                 HasSubstr("touchstone approvals deny k7qm-3xvd-p2he")));
  (void)touchstone({"approvals", "deny", kOne});
  const auto denied = touchstone({"approvals", "revoke", kOne});
  EXPECT_EQ(denied.code, 1);
  EXPECT_THAT(denied.out, HasSubstr("nothing to take back, k7qm-3xvd-p2he: denied"));
  EXPECT_EQ(ticket(kOne).state, store::TicketState::kDenied);
  EXPECT_EQ(touchstone({"approvals", "revoke", kTwo}).code, 2) << "there is no such ticket";
}

TEST_F(ApprovalsCommands, revoke_writes_json_as_the_answers_do) {
  ask(kOne);
  (void)touchstone({"approvals", "allow", kOne, "--scope", "shape"});
  const auto out = touchstone({"approvals", "revoke", kOne, "--format", "json"}).out;
  EXPECT_THAT(out,
              HasSubstr(R"({"counts":true,"ticket":{"id":"k7qm-3xvd-p2he","state":"revoked")"));
}

TEST_F(ApprovalsCommands, a_yes_turns_a_no) {
  ask(kOne);
  EXPECT_EQ(touchstone({"approvals", "deny", kOne}).code, 0);
  EXPECT_EQ(touchstone({"approvals", "allow", kOne}).code, 0);
  EXPECT_EQ(ticket(kOne).state, store::TicketState::kAllowed);
}

TEST_F(ApprovalsCommands, want_the_tools_name_where_the_policy_does) {
  ask(kOne, true);
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"approvals", "allow", kOne}, {"approvals", "allow", kOne, "--confirm", "send_mail"}}) {
    const auto refused = touchstone(words);
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("only with the tool's name"));
    EXPECT_EQ(ticket(kOne).state, store::TicketState::kPending);
  }
  EXPECT_THAT(touchstone({"approvals", "show", kOne}).out,
              HasSubstr("touchstone approvals allow k7qm-3xvd-p2he --confirm send_email --store"));
  EXPECT_EQ(touchstone({"approvals", "allow", kOne, "--confirm", "send_email"}).code, 0);
}

TEST_F(ApprovalsCommands, take_a_part_of_a_ticket_that_fits_no_other) {
  ask("k7qm-3xvd-p2he");
  ask("k7qm-3xvd-aaaa");
  EXPECT_EQ(touchstone({"approvals", "show", "p2he"}).code, 0);
  const auto many = touchstone({"approvals", "allow", "k7qm"});
  EXPECT_EQ(many.code, 2);
  EXPECT_THAT(many.err, HasSubstr("more than one ticket"));
  EXPECT_EQ(touchstone({"approvals", "deny", "aaaa"}).code, 0);
  EXPECT_EQ(ticket("k7qm-3xvd-aaaa").state, store::TicketState::kDenied);
  EXPECT_EQ(ticket("k7qm-3xvd-p2he").state, store::TicketState::kPending);
}

TEST_F(ApprovalsCommands, say_what_is_wrong) {
  EXPECT_THAT(touchstone({"approvals", "show", kOne}).err, HasSubstr("there is no ticket"));
  ask(kOne);
  for (const auto* text : {"soon", "0", "1000h", "-1h"}) {
    const auto ran = touchstone({"approvals", "allow", kOne, std::string("--for=") + text});
    EXPECT_EQ(ran.code, 2) << text;
  }
  EXPECT_EQ(ticket(kOne).state, store::TicketState::kPending);
}

TEST_F(ApprovalsCommands, watch_tells_of_each_question_once) {
  ask(kOne);
  ask(kTwo);
  const auto watched = touchstone({"approvals", "watch", "--for", "700ms", "--format", "json"});
  EXPECT_EQ(watched.code, 0);
  EXPECT_EQ(std::ranges::count(watched.out, '\n'), 2);
}

TEST_F(ApprovalsCommands, watch_takes_answers_from_a_keyboard) {
  ask(kOne);
  ask(kTwo, true);
  ask("dddd-eeee-ffff", true);
  const auto watched = touchstone({"approvals", "watch", "--for", "1ms"},
                                  "s\na\nwrong\na\nsend_email\n", {.input_is_typed = true});
  EXPECT_EQ(ticket(kOne).scope, store::Scope::kSession);
  EXPECT_EQ(ticket(kOne).state, store::TicketState::kAllowed);
  EXPECT_EQ(ticket(kTwo).state, store::TicketState::kPending);
  EXPECT_EQ(ticket("dddd-eeee-ffff").state, store::TicketState::kAllowed);
  EXPECT_THAT(watched.out, HasSubstr("not answered: another name was typed"));
}

TEST_F(ApprovalsCommands, watch_takes_nothing_else_for_an_answer) {
  ask(kOne);
  (void)touchstone({"approvals", "watch", "--for", "1ms"}, "allow\n", {.input_is_typed = true});
  EXPECT_EQ(ticket(kOne).state, store::TicketState::kPending);
}

TEST_F(ApprovalsCommands, open_shows_a_withheld_content_and_nothing_that_acts) {
  store::Memory memory;
  memory.values.push_back(
      {"v1", "s1", "one\n\x1b[2Jtwo\xff", {}, now(), now() + std::chrono::hours(1)});
  remember(std::move(memory));
  const auto opened = touchstone({"approvals", "open", "touchstone://value/v1"});
  EXPECT_EQ(opened.code, 0);
  EXPECT_THAT(opened.out, HasSubstr("| one\n| \\u{1b}[2Jtwo"));
  EXPECT_THAT(touchstone({"approvals", "open", "v1", "--format", "json"}).out,
              HasSubstr(R"("base64":)"));
  EXPECT_EQ(touchstone({"approvals", "open", "v2"}).code, 2);
}

TEST(StoreCommands, explain_a_store_in_memory_and_one_that_is_not_there) {
  const auto memory = testing::run({"approvals", "list", "--store", ":memory:"});
  EXPECT_EQ(memory.code, 2);
  EXPECT_THAT(memory.err, HasSubstr("in the memory of the gateway"));
  const auto missing = testing::run({"decisions", "list", "--store", "/nonexistent/store.db"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.err, HasSubstr("there is no store yet"));
}

TEST_F(ApprovalsCommands, find_the_store_by_the_config) {
  const auto config = (folder_ / "t.yaml").string();
  std::ofstream(config) << "store: store.db\n";
  ask(kOne);
  EXPECT_THAT(testing::run({"approvals", "list", "--config", config}).out, HasSubstr(kOne));
  std::ofstream(config) << "store: ':memory:'\n";
  EXPECT_THAT(testing::run({"approvals", "list", "--config", config}).err,
              HasSubstr("in the memory"));
}

TEST_F(ApprovalsCommands, of_a_result_say_that_it_can_be_allowed_once_only) {
  ask(kOne, false, std::chrono::hours(1), true);
  const auto ran = touchstone({"approvals", "allow", kOne, "--scope", "session"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("a result can be allowed once only"),
                             HasSubstr("try: touchstone approvals allow k7qm-3xvd-p2he"),
                             Not(HasSubstr("tool's name"))));
  EXPECT_EQ(touchstone({"approvals", "allow", kOne}).code, 0);
}

TEST_F(ApprovalsCommands, where_nothing_may_differ_allow_no_shape_and_answer_nothing_by_it) {
  may_differ_.clear();
  ask(kOne);
  const auto ran = touchstone({"approvals", "allow", kOne, "--scope", "shape"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("of this call nothing may differ"),
                             HasSubstr("try: touchstone approvals allow k7qm-3xvd-p2he"),
                             Not(HasSubstr("tool's name"))));
  EXPECT_EQ(ticket(kOne).state, store::TicketState::kPending);
  const auto watched =
      touchstone({"approvals", "watch", "--for", "1ms"}, "h\n", {.input_is_typed = true});
  EXPECT_THAT(watched.out, HasSubstr("a allow once, s for this session, d deny, Enter later: "));
  EXPECT_THAT(watched.out, HasSubstr("not answered: of this call nothing may differ"));
  EXPECT_EQ(ticket(kOne).state, store::TicketState::kPending);
}

TEST_F(ApprovalsCommands, watch_offers_the_shape_where_something_may_differ) {
  ask(kOne);
  const auto watched =
      touchstone({"approvals", "watch", "--for", "1ms"}, "h\n", {.input_is_typed = true});
  EXPECT_THAT(watched.out, HasSubstr("s for this session, h this shape for an hour, d deny"));
  EXPECT_EQ(ticket(kOne).scope, store::Scope::kShape);
}

// What a person sees before the program has anything else to say.
class FlushedText final : public std::stringbuf {
 public:
  explicit FlushedText(std::string& into) : into_(into) {}
  int sync() override {
    into_ = str();
    return 0;
  }

 private:
  std::string& into_;
};

TEST_F(ApprovalsCommands, watch_shows_at_once_what_became_of_an_answer) {
  for (const auto& [typed, told] :
       {std::pair("a\n", "allowed, once"), std::pair("zz\n", "not answered")}) {
    const std::string id = *typed == 'a' ? kOne : kTwo;
    ask(id);
    std::string flushed;
    FlushedText text(flushed);
    std::ostream out(&text);
    std::istringstream in(typed);
    std::ostringstream err;
    Io io{in, out, err, {.input_is_typed = true}};
    ApprovalsOptions options;
    options.store = path_;
    options.watch_for = "1ms";
    EXPECT_EQ(approvals_watch(options, io), 0) << err.str();
    EXPECT_THAT(flushed, HasSubstr(told));
  }
}

}  // namespace
}  // namespace touchstone::cli
