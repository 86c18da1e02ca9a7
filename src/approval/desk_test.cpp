#include "approval/desk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "approval/prompt.hpp"
#include "approval/record.hpp"
#include "approval/refusal.hpp"
#include "approval/test_support.hpp"
#include "store/failing_store.hpp"
#include "store/test_support.hpp"

namespace touchstone::approval {
namespace {

using store::FailingStore;
using store::noon;
using testing::a_question;
using ::testing::HasSubstr;
using ::testing::Not;

store::Binding a_call(std::string arguments = "a1") {
  return {"ann",   "s1",  "mail",   "send_email", std::move(arguments),
          "shape", "pin", "policy", "",           "told\n"};
}
const Verdict kYes{true, store::Scope::kOnce, ""};

// A desk over a store in a file, so that another process can be played by a second store.
class DeskTest : public ::testing::Test {
 protected:
  // Runs a task to its end, and all that wait at the desk, and gives what it returned.
  template <typename T>
  T run(net::Task<T> task) {
    std::optional<T> result;
    const auto keep = [](DeskTest& test, net::Task<T> of,
                         std::optional<T>& into) -> net::Task<void> {
      into.emplace(co_await std::move(of));
      while (test.desk_.waiting() > 0) co_await test.loop_.sleep(net::Duration(1));
      test.loop_.stop();  // an alarm that was called off may still keep it awake
    };
    loop_.spawn(keep(*this, std::move(task), result));
    loop_.context().restart();
    loop_.run();
    EXPECT_TRUE(result);
    return std::move(*result);
  }
  store::Ticket open(std::string arguments = "a1") {
    return store::must(run(desk_.open(a_question(), a_call(std::move(arguments)), kHowLong)));
  }
  // In so many milliseconds of the real clock, on a thread of the loop.
  void later(int milliseconds, std::function<void()> work) {
    alarms_.push_back(loop_.after(net::Duration(milliseconds), std::move(work)));
  }
  std::vector<store::Decision> records() {
    return store::must(store::Calls(*file_).decisions({.kind = "approval", .oldest_first = true}));
  }

  static constexpr store::Span kHowLong = std::chrono::minutes(5);
  store::Folder folder_;
  std::unique_ptr<store::Store> file_ = store::opened_store(store::at(folder_.file()));
  FailingStore store_{*file_};
  base::SystemRandom random_;
  net::Loop loop_;
  store::Time now_ = noon();
  Desk desk_{loop_, store_, random_, [this] { return now_; }};
  std::vector<net::Alarm> alarms_;
};

TEST_F(DeskTest, a_question_becomes_a_ticket_that_keeps_what_is_shown) {
  const auto ticket = open();
  EXPECT_EQ(read_prompt(ticket.prompt).value(), a_question());
  EXPECT_EQ(ticket.expires, noon() + kHowLong);
  EXPECT_EQ(ticket.id.size(), 14U);
  EXPECT_EQ(open().id, ticket.id);  // the same call again
  EXPECT_NE(open("a2").id, ticket.id);
}

TEST_F(DeskTest, what_is_too_large_to_judge_is_not_asked) {
  auto question = a_question();
  question.arguments = "{\"a\":\"" + std::string(kMaxArguments, 'x') + "\"}";
  EXPECT_FALSE(run(desk_.open(question, a_call(), kHowLong)));
}

TEST_F(DeskTest, a_yes_ends_the_wait_and_is_taken_once) {
  const auto ticket = open();
  later(1, [&] {
    const auto say = [](Desk& desk, store::Ticket on) -> net::Task<void> {
      (void)co_await desk.answer(std::move(on), kYes, "ann");
    };
    loop_.spawn(say(desk_, ticket));
  });
  EXPECT_EQ(run(desk_.wait(ticket.id, noon() + kHowLong)).ending, Ending::kAllowed);
  EXPECT_TRUE(*run(desk_.grant(a_call())));
  EXPECT_FALSE(*run(desk_.grant(a_call())));
  EXPECT_EQ(run(desk_.wait(ticket.id, noon() + kHowLong)).ending, Ending::kAllowed);
}

TEST_F(DeskTest, nobody_waits_at_a_desk_that_closes) {
  const auto ticket = open();
  later(50, [&] { desk_.close(); });
  const auto begun = net::Clock::now();
  EXPECT_EQ(run(desk_.wait(ticket.id, noon() + kHowLong)).ending, Ending::kPending);
  EXPECT_EQ(run(desk_.wait(ticket.id, noon() + kHowLong)).ending, Ending::kPending);
  EXPECT_LT(net::Clock::now() - begun, std::chrono::seconds(20));
}

TEST_F(DeskTest, an_answer_of_another_process_is_heard) {
  const auto ticket = open();
  const auto other = store::opened_store(store::at(folder_.file()));
  later(50, [&] {
    other->answer(answer_of(ticket, {false, {}, "not today"}, "bob", now_), [](auto) {});
  });
  const auto outcome = run(desk_.wait(ticket.id, noon() + kHowLong));
  EXPECT_EQ(outcome.ending, Ending::kDenied);
  EXPECT_EQ(outcome.ticket.answered_by, "bob");
  EXPECT_EQ(desk_.waiting(), 0U);
}

TEST_F(DeskTest, every_one_who_waits_for_a_ticket_hears_of_it) {
  const auto ticket = open();
  std::vector<Ending> endings;
  for (int i = 0; i < 3; ++i) {
    const auto wait = [](Desk& desk, std::string id, store::Time until,
                         std::vector<Ending>& into) -> net::Task<void> {
      const auto outcome = co_await desk.wait(std::move(id), until);
      into.push_back(outcome.ending);
    };
    loop_.spawn(wait(desk_, ticket.id, noon() + kHowLong, endings));
  }
  EXPECT_TRUE(run(desk_.answer(ticket, kYes, "ann")));
  EXPECT_EQ(endings, std::vector<Ending>(3, Ending::kAllowed));
}

TEST_F(DeskTest, only_the_first_answer_counts) {
  const auto ticket = open();
  EXPECT_TRUE(store::must(run(desk_.answer(ticket, {false, {}, "no"}, "ann")))->counts);
  EXPECT_FALSE(store::must(run(desk_.answer(ticket, kYes, "bob")))->counts);
  EXPECT_FALSE(*run(desk_.grant(a_call())));
}

TEST_F(DeskTest, a_caller_may_go_while_the_question_stays) {
  const auto ticket = open();
  later(100, [&] { now_ = noon(11); });
  EXPECT_EQ(run(desk_.wait(ticket.id, noon() + store::Span(200))).ending, Ending::kPending);
  EXPECT_TRUE(store::must(run(desk_.answer(ticket, kYes, "ann")))->counts);
  EXPECT_TRUE(*run(desk_.grant(a_call())));
}

TEST_F(DeskTest, an_expiry_is_recorded_when_it_happens_and_stamped_with_its_own_time) {
  const auto ticket = store::must(run(desk_.open(a_question(), a_call(), store::Span(60))));
  now_ += std::chrono::hours(1);  // nobody waits, and it is noticed late
  const auto rest = [this]() -> net::Task<bool> {
    for (int i = 0; i < 200 && records().empty(); ++i)
      co_await loop_.sleep(std::chrono::milliseconds(100));
    co_return true;
  };
  run(rest());
  ASSERT_EQ(records().size(), 1U);
  EXPECT_THAT(records()[0].json, HasSubstr(R"("effect":"expire")"));
  EXPECT_THAT(records()[0].json,
              HasSubstr(fmt::format(R"("at":{},)", store::to_ms(ticket.expires))));
}

TEST_F(DeskTest, a_question_that_nobody_answers_expires_and_leaves_a_record) {
  const auto ticket = open();
  later(20, [&] { now_ = noon() + kHowLong; });
  EXPECT_EQ(run(desk_.wait(ticket.id, noon() + std::chrono::hours(1))).ending, Ending::kExpired);
  ASSERT_EQ(records().size(), 1U);
  EXPECT_THAT(records()[0].json, HasSubstr(R"("effect":"expire")"));
  EXPECT_FALSE(store::must(run(desk_.answer(ticket, kYes, "ann")))->counts);
}

TEST_F(DeskTest, every_answer_leaves_a_record_without_the_arguments) {
  (void)run(desk_.answer(open("a1"), {true, store::Scope::kShape, ""}, "ann"));
  (void)run(desk_.answer(open("a2"), {false, {}, "not this one"}, "bob"));
  ASSERT_EQ(records().size(), 2U);
  EXPECT_THAT(records()[0].json, HasSubstr(R"("effect":"allow")"));
  EXPECT_THAT(records()[0].json, HasSubstr(R"("scope":"shape")"));
  EXPECT_THAT(records()[1].json, HasSubstr(R"("reason":"not this one")"));
  for (const auto& record : records()) EXPECT_THAT(record.json, Not(HasSubstr("example.org")));
}

TEST_F(DeskTest, a_ticket_that_is_not_there_fails_the_wait) {
  EXPECT_EQ(run(desk_.wait("nosuch", noon() + kHowLong)).ending, Ending::kFailed);
}

TEST_F(DeskTest, a_store_that_cannot_be_read_is_asked_again) {
  const auto ticket = open();
  store_.fail(FailingStore::Request::kFindTicket, 2);
  later(20, [&] { file_->answer(answer_of(ticket, kYes, "ann", now_), [](auto) {}); });
  EXPECT_EQ(run(desk_.wait(ticket.id, noon() + kHowLong)).ending, Ending::kAllowed);
}

TEST_F(DeskTest, an_answer_that_cannot_be_kept_is_an_error_and_no_grant) {
  const auto ticket = open();
  store_.fail(FailingStore::Request::kAnswer, 1);
  EXPECT_FALSE(run(desk_.answer(ticket, kYes, "ann")));
  EXPECT_FALSE(*run(desk_.grant(a_call())));
}

TEST_F(DeskTest, so_many_may_wait_and_no_more) {
  const auto ticket = open();
  const auto wait = [](Desk& desk, std::string id, store::Time until,
                       std::vector<Ending>& into) -> net::Task<void> {
    const auto outcome = co_await desk.wait(std::move(id), until);
    into.push_back(outcome.ending);
  };
  std::vector<Ending> endings;
  for (std::size_t i = 0; i < Desk::kMaxWaiting + 5; ++i) {
    loop_.spawn(wait(desk_, ticket.id, noon() + kHowLong, endings));
  }
  (void)run(desk_.answer(ticket, kYes, "ann"));
  EXPECT_EQ(endings.size(), Desk::kMaxWaiting + 5);
  EXPECT_EQ(std::ranges::count(endings, Ending::kTooMany), 5);
}

TEST_F(DeskTest, a_loop_that_ends_frees_those_who_wait) {
  const auto ticket = open();
  const auto wait = [](Desk& desk, std::string id, store::Time until) -> net::Task<void> {
    (void)co_await desk.wait(std::move(id), until);
  };
  loop_.spawn(wait(desk_, ticket.id, noon() + kHowLong));
  later(300, [&] { loop_.stop(); });
  loop_.context().restart();
  loop_.run();
  EXPECT_EQ(desk_.waiting(), 1U);
  loop_.end();
  EXPECT_EQ(desk_.waiting(), 0U);
}

TEST(TicketId, is_typed_in_any_case_and_with_or_without_hyphens) {
  const auto id = ticket_id("12345678");
  EXPECT_EQ(id.size(), 14U);
  EXPECT_EQ(typed_id(id), id);
  auto bare = id;
  std::erase(bare, '-');
  EXPECT_EQ(typed_id(bare), id);
  EXPECT_EQ(typed_id("ABCD-efgh-jkmn"), "abcd-efgh-jkmn");
  EXPECT_EQ(typed_id("other"), "other");
}

TEST_F(DeskTest, a_look_tells_what_became_of_a_question_and_waits_for_nothing) {
  const auto ticket = open();
  const auto pending = run(desk_.look(ticket.id));
  EXPECT_EQ(pending.ending, Ending::kPending);
  EXPECT_EQ(pending.ticket.binding, ticket.binding);
  (void)store::must(run(desk_.answer(ticket, kYes, "ann")));
  EXPECT_EQ(run(desk_.look(ticket.id)).ending, Ending::kAllowed);
  EXPECT_EQ(run(desk_.look("nobody's")).ending, Ending::kFailed);
}

TEST_F(DeskTest, a_look_after_its_time_finds_a_question_expired) {
  const auto ticket = open();
  now_ += kHowLong;
  EXPECT_EQ(run(desk_.look(ticket.id)).ending, Ending::kExpired);
}

TEST_F(DeskTest, who_has_given_up_waits_no_longer) {
  const auto ticket = open();
  bool given_up = false;
  later(20, [&] {
    given_up = true;
    desk_.stir(ticket.id);
  });
  const auto outcome = run(desk_.wait(ticket.id, now_ + kHowLong, &given_up));
  EXPECT_EQ(outcome.ending, Ending::kPending);
}

TEST(Refusal, says_why_and_how_a_person_grants_it) {
  EXPECT_EQ(refusal_text({Ending::kPending, testing::a_ticket()}, "send_email", "It sends out."),
            "The call of send_email was not made: it waits for a person's approval. Reason: It "
            "sends out. A person can look at it with `touchstone approvals show k7qm-3xvd-p2he` "
            "and allow it with `touchstone approvals allow k7qm-3xvd-p2he`; after that the same "
            "call with the same arguments succeeds. Nothing was done. Tell the user; do not try "
            "to reach the same in another way.");
}

TEST(Refusal, names_the_config_in_its_commands_and_ends_its_sentences) {
  const auto text = refusal_text({Ending::kPending, testing::a_ticket()}, "send_email",
                                 "It cannot be undone", {.options = " --config /etc/t.yaml"});
  EXPECT_THAT(text, HasSubstr("It cannot be undone. A person can"));
  EXPECT_THAT(text, HasSubstr("`touchstone approvals show k7qm-3xvd-p2he --config /etc/t.yaml`"));
  EXPECT_THAT(text, HasSubstr("`touchstone approvals allow k7qm-3xvd-p2he --config /etc/t.yaml`"));
}

TEST(Refusal, names_no_command_where_none_finds_the_question) {
  for (const auto ending : {Ending::kPending, Ending::kAsked}) {
    const auto text =
        refusal_text({ending, testing::a_ticket()}, "send_email", "", {.by_command = false});
    EXPECT_THAT(text, Not(HasSubstr("approvals show")));
    EXPECT_THAT(text, Not(HasSubstr("approvals allow")));
    EXPECT_THAT(text, HasSubstr("set `store` in the config to a file"));
  }
  const Outcome no{Ending::kDenied, testing::a_ticket(), store::Span(60'000)};
  EXPECT_THAT(refusal_text(no, "send_email", "", {.by_command = false}),
              HasSubstr("again for 1 minute. Nothing was done"));
}

TEST(Refusal, says_that_a_dialog_may_still_be_answered) {
  const auto text = refusal_text({Ending::kAsked, testing::a_ticket()}, "send_email", "");
  EXPECT_THAT(text, HasSubstr("A person can still answer there, or look at it with `touchstone"));
}

TEST(Refusal, of_a_yes_that_does_not_count_says_what_it_lacks_and_what_to_do) {
  const auto text =
      refusal_text({Ending::kUnnamed, testing::a_ticket(), {}, "the tool's name was not typed"},
                   "send_email", "");
  EXPECT_THAT(text, HasSubstr("a person said yes, which does not count: the tool's name was not "
                              "typed."));
  EXPECT_THAT(text, HasSubstr("`touchstone approvals allow k7qm-3xvd-p2he"));
  EXPECT_THAT(text, Not(HasSubstr("denied it")));
}

TEST(Refusal, of_a_yes_that_was_taken_back_says_so) {
  auto ticket = testing::a_ticket();
  ticket.state = store::TicketState::kRevoked;
  EXPECT_THAT(refusal_text({Ending::kExpired, ticket}, "send_email", ""),
              HasSubstr("a person has taken back the approval for it"));
}

TEST(Refusal, of_too_many_arguments_says_how_many_may_be_asked_about) {
  auto question = a_question();
  question.arguments = std::string(kMaxArguments + 1, 'x');
  ASSERT_TRUE(is_too_large(question));
  const auto text = too_large_text(question, "It cannot be undone");
  EXPECT_THAT(text, HasSubstr("more than 1 MiB of arguments are not asked about and do not run"));
  EXPECT_THAT(text, HasSubstr("1048577 bytes"));
  EXPECT_THAT(text, HasSubstr("Reason: It cannot be undone."));
}

TEST(Refusal, of_what_was_denied_offers_nothing_and_says_by_whom) {
  auto ticket = testing::a_ticket();
  EXPECT_THAT(refusal_text({Ending::kDenied, ticket}, "send_email", ""),
              HasSubstr("a person has denied it. "));
  ticket.answered_by = "ann\nof accounts";
  const auto text = refusal_text({Ending::kDenied, ticket}, "send_email", "");
  EXPECT_THAT(text, HasSubstr(R"(a person has denied it ("ann\nof accounts").)"));
  EXPECT_THAT(text, Not(HasSubstr("approvals allow")));
}

}  // namespace
}  // namespace touchstone::approval
