#include <atomic>
#include <thread>

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/sqlite_rows.hpp"
#include "store/test_support.hpp"

namespace touchstone::store {
namespace {

class Tickets : public testing::Test {
 protected:
  void grant(const std::string& id, Scope scope) {
    must(calls_.ask(question(id)));
    ASSERT_TRUE(must(calls_.answer(yes(id, scope)))->counts);
  }
  std::unique_ptr<Store> store_ = opened_store();
  Calls calls_{*store_};
};

TEST_F(Tickets, keep_all_that_they_are_bound_to) {
  const auto kept = must(calls_.ask(question("t1")));
  EXPECT_EQ(kept.binding, question("t1").binding);
  EXPECT_EQ(kept.nonce, "nonce of t1");
  EXPECT_EQ(kept.prompt, R"({"tool":"send"})");
  EXPECT_EQ(kept.state, TicketState::kPending);
  EXPECT_EQ(kept.expires, noon(60));
  const auto again = must(calls_.ticket("t1"));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->binding, kept.binding);
}

TEST_F(Tickets, for_the_same_call_are_one_while_they_are_pending) {
  EXPECT_EQ(must(calls_.ask(question("t1"))).id, "t1");
  EXPECT_EQ(must(calls_.ask(question("t2"))).id, "t1");
  auto later = question("t3");
  later.asked = noon(61);
  later.expires = noon(90);
  EXPECT_EQ(must(calls_.ask(later)).id, "t3") << "the first has expired";
}

TEST_F(Tickets, are_answered_once_and_in_time) {
  must(calls_.ask(question("t1")));
  const auto first = must(calls_.answer(yes("t1")));
  ASSERT_TRUE(first);
  EXPECT_TRUE(first->counts);
  EXPECT_EQ(first->ticket.state, TicketState::kAllowed);
  EXPECT_EQ(first->ticket.answered_by, "bob");
  EXPECT_EQ(first->ticket.answered, noon(1));
  auto no = yes("t1");
  no.allow = false;
  const auto second = must(calls_.answer(no));
  EXPECT_FALSE(second->counts);
  EXPECT_EQ(second->ticket.state, TicketState::kAllowed);

  auto other = question("t2");
  other.binding.arguments = "others";
  must(calls_.ask(other));
  auto late = yes("t2");
  late.now = noon(60);
  EXPECT_FALSE(must(calls_.answer(late))->counts) << "late";
  EXPECT_FALSE(must(calls_.answer(yes("t9")))) << "no such ticket";
}

TEST_F(Tickets, are_recorded_with_the_answer_that_counts_only) {
  must(calls_.ask(question("t1")));
  auto answer = yes("t1");
  answer.record = DecisionRecord{.at = noon(1), .kind = "approval", .effect = "allow"};
  must(calls_.answer(answer));
  must(calls_.answer(answer));
  EXPECT_EQ(must(calls_.decisions()).size(), 1U);
}

TEST_F(Tickets, whose_record_cannot_be_kept_are_not_answered) {
  must(calls_.ask(question("t1")));
  auto answer = yes("t1");
  answer.record = DecisionRecord{.at = noon(1), .kind = "approval", .body = "no JSON"};
  EXPECT_FALSE(calls_.answer(answer));
  EXPECT_EQ(must(calls_.ticket("t1"))->state, TicketState::kPending);
}

TEST_F(Tickets, that_were_denied_or_wait_grant_nothing) {
  must(calls_.ask(question("t1")));
  EXPECT_FALSE(must(calls_.grant(question("t1").binding)));
  auto no = yes("t1");
  no.allow = false;
  must(calls_.answer(no));
  EXPECT_FALSE(must(calls_.grant(question("t1").binding)));
}

TEST_F(Tickets, allowed_once_are_used_up_by_the_first) {
  grant("t1", Scope::kOnce);
  const auto taken = must(calls_.grant(question("t1").binding, noon(2)));
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->id, "t1");
  EXPECT_EQ(taken->state, TicketState::kUsed);
  EXPECT_FALSE(must(calls_.grant(question("t1").binding, noon(2))));
  EXPECT_EQ(must(calls_.ticket("t1"))->used, noon(2));
}

TEST_F(Tickets, that_are_revoked_let_nothing_pass_whatever_their_scope) {
  for (const auto scope : {Scope::kOnce, Scope::kSession, Scope::kShape}) {
    const std::string id(name_of(scope));
    grant(id, scope);
    const auto revoked = must(calls_.revoke({.ticket = id, .now = noon(2)}));
    ASSERT_TRUE(revoked);
    EXPECT_TRUE(revoked->counts) << id;
    EXPECT_EQ(revoked->ticket.state, TicketState::kRevoked);
    EXPECT_EQ(revoked->ticket.expires, noon(2)) << "so it is known when";
    EXPECT_EQ(revoked->ticket.answered_by, "bob") << "who said yes stays on it";
    EXPECT_FALSE(must(calls_.grant(question(id).binding, noon(2)))) << id;
    EXPECT_FALSE(must(calls_.answer(yes(id, scope)))->counts) << "a late yes is none";
    EXPECT_EQ(must(calls_.tickets({.state = TicketState::kRevoked})).front().id, id);
  }
}

TEST_F(Tickets, revoked_take_no_other_yes_along) {
  grant("t1", Scope::kSession);
  auto other = question("t2");
  other.binding.arguments = "others";
  must(calls_.ask(other));
  ASSERT_TRUE(must(calls_.answer(yes("t2", Scope::kSession)))->counts);
  ASSERT_TRUE(must(calls_.revoke({.ticket = "t1", .now = noon(2)}))->counts);
  const auto taken = must(calls_.grant(question("t1").binding, noon(2)));
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->id, "t2");
}

TEST_F(Tickets, with_nothing_left_to_revoke_stay_as_they_are_and_leave_no_record) {
  const auto revoke = [&](const std::string& id, Time now) {
    return must(calls_.revoke(
        {.ticket = id,
         .now = now,
         .record = DecisionRecord{.at = now, .kind = "approval", .effect = "revoke"}}));
  };
  EXPECT_FALSE(revoke("t9", noon(2))) << "no such ticket";
  must(calls_.ask(question("t1")));
  EXPECT_FALSE(revoke("t1", noon(2))->counts);
  EXPECT_EQ(must(calls_.ticket("t1"))->state, TicketState::kPending) << "it was not allowed yet";
  auto no = yes("t1");
  no.allow = false;
  must(calls_.answer(no));
  EXPECT_FALSE(revoke("t1", noon(2))->counts);
  EXPECT_EQ(must(calls_.ticket("t1"))->state, TicketState::kDenied);
  grant("t2", Scope::kSession);
  EXPECT_FALSE(revoke("t2", noon(600))->counts) << "its time is over";
  EXPECT_TRUE(revoke("t2", noon(3))->counts);
  EXPECT_FALSE(revoke("t2", noon(4))->counts) << "once is enough";
  EXPECT_EQ(must(calls_.ticket("t2"))->expires, noon(3));
  EXPECT_EQ(must(calls_.decisions()).size(), 1U);
}

TEST_F(Tickets, whose_record_cannot_be_kept_are_not_revoked) {
  grant("t1", Scope::kSession);
  EXPECT_FALSE(calls_.revoke(
      {.ticket = "t1",
       .now = noon(2),
       .record = DecisionRecord{.at = noon(2), .kind = "approval", .body = "no JSON"}}));
  EXPECT_EQ(must(calls_.ticket("t1"))->state, TicketState::kAllowed);
}

// A call that was not made after all has its yes again, from the gateway: unless it is revoked.
TEST_F(Tickets, used_up_can_be_revoked_while_their_time_lasts) {
  grant("t1", Scope::kOnce);
  ASSERT_TRUE(must(calls_.grant(question("t1").binding, noon(2))));
  const auto revoked = must(calls_.revoke({.ticket = "t1", .now = noon(3)}));
  EXPECT_TRUE(revoked->counts);
  EXPECT_EQ(revoked->ticket.used, noon(2));
}

TEST_F(Tickets, expire) {
  grant("t1", Scope::kOnce);
  EXPECT_FALSE(must(calls_.grant(question("t1").binding, noon(600))));
  EXPECT_TRUE(must(calls_.grant(question("t1").binding, noon(599))));
}

// Each part of the binding in turn is another one: which scopes still hold?
TEST_F(Tickets, hold_for_what_they_are_bound_to_by_their_scope) {
  struct Part {
    std::string Binding::*part;
    bool session_holds;
    bool shape_holds;
  };
  constexpr Part kParts[] = {{&Binding::principal, false, false}, {&Binding::session, false, true},
                             {&Binding::server, false, false},    {&Binding::tool, false, false},
                             {&Binding::arguments, true, true},   {&Binding::shape, true, false},
                             {&Binding::pin, false, false},       {&Binding::policy, false, false}};
  for (const auto scope : {Scope::kOnce, Scope::kSession, Scope::kShape}) {
    store_ = opened_store();
    const Calls calls(*store_);
    must(calls.ask(question("t1")));
    must(calls.answer(yes("t1", scope)));
    for (const auto& [part, session_holds, shape_holds] : kParts) {
      if (scope == Scope::kOnce && part == &Binding::shape) continue;  // follows from the arguments
      auto call = question("t1").binding;
      call.*part += " of another";
      const bool holds =
          (scope == Scope::kSession && session_holds) || (scope == Scope::kShape && shape_holds);
      EXPECT_EQ(must(calls.grant(call)).has_value(), holds) << name_of(scope) << ' ' << call.*part;
    }
    EXPECT_TRUE(must(calls.grant(question("t1").binding)));
    EXPECT_EQ(must(calls.grant(question("t1").binding)).has_value(), scope != Scope::kOnce);
  }
}

TEST_F(Tickets, hold_only_for_what_the_rules_asked_that_were_known) {
  for (const auto scope : {Scope::kSession, Scope::kShape, Scope::kOnce}) {
    const std::string id(name_of(scope));
    auto asked = question(id);
    asked.binding.tool = id;
    asked.binding.rules = "ask-mail\nask-out\n";
    must(calls_.ask(asked));
    must(calls_.answer(yes(id, scope)));
    auto call = asked.binding;
    for (const auto* more : {"ask-fin\nask-mail\n", "mail\n", "ask-mai\n", "ask-outer\n"}) {
      call.rules = more;
      EXPECT_FALSE(must(calls_.grant(call, noon(2)))) << id << more;
    }
    call.rules = "ask-out\n";
    EXPECT_TRUE(must(calls_.grant(call, noon(2)))) << id;
  }
}

TEST_F(Tickets, that_leave_arguments_open_hold_only_for_what_was_told_about_data) {
  for (const auto scope : {Scope::kSession, Scope::kShape, Scope::kOnce}) {
    const std::string id(name_of(scope));
    auto asked = question(id);
    asked.binding.tool = id;
    asked.binding.seen = "carries pii\nsaw pii\n";
    must(calls_.ask(asked));
    must(calls_.answer(yes(id, scope)));
    auto call = asked.binding;
    for (const auto* more : {"carries financial\nsaw pii\n", "pii\n", "saw pi\n", "saw pii"}) {
      if (scope == Scope::kOnce) break;
      call.seen = more;
      const auto taken = must(calls_.taken(call, noon(2)));
      EXPECT_FALSE(taken.grant) << id << more;
      ASSERT_TRUE(taken.outgrown) << id << more;
      EXPECT_EQ(taken.outgrown->id, id);
      EXPECT_EQ(taken.outgrown->binding.seen, asked.binding.seen);
    }
    call.seen = scope == Scope::kOnce ? "carries financial\n" : "saw pii\n";
    EXPECT_TRUE(must(calls_.grant(call, noon(2)))) << id;
  }
}

TEST_F(Tickets, of_which_one_was_told_enough_hold) {
  for (const auto* id : {"t1", "t2", "t3"}) {
    auto asked = question(id);
    asked.binding.arguments = id;
    if (id == std::string_view("t2")) asked.binding.seen = "told\nsaw pii\n";
    must(calls_.ask(asked));
    must(calls_.answer(yes(id, Scope::kSession)));
  }
  auto call = question("").binding;
  call.seen = "told\nsaw pii\n";
  EXPECT_EQ(must(calls_.grant(call, noon(2)))->id, "t2");
  call.rules = "another\n";
  EXPECT_FALSE(must(calls_.taken(call, noon(2))).outgrown) << "data is not all that it lacks";
}

TEST_F(Tickets, of_which_nobody_knows_what_was_told_hold_only_once) {
  for (const auto scope : {Scope::kSession, Scope::kShape, Scope::kOnce}) {
    const std::string id(name_of(scope));
    auto asked = question(id);
    asked.binding.tool = id;
    asked.binding.seen = "";
    must(calls_.ask(asked));
    must(calls_.answer(yes(id, scope)));
    EXPECT_EQ(must(calls_.grant(asked.binding, noon(2))).has_value(), scope == Scope::kOnce) << id;
  }
}

TEST_F(Tickets, for_a_call_that_has_more_to_tell_are_others) {
  must(calls_.ask(question("t1")));
  auto more = question("t2");
  more.binding.seen += "carries pii\n";
  EXPECT_FALSE(more.binding == question("t1").binding);
  EXPECT_TRUE(more.binding.is_same_call(question("t1").binding));
  EXPECT_EQ(must(calls_.ask(more)).id, "t2");
}

TEST_F(Tickets, for_a_session_end_with_it) {
  must(calls_.open(ann()));
  grant("t1", Scope::kSession);
  EXPECT_TRUE(must(calls_.grant(question("t1").binding)));
  must(calls_.end("s1"));
  must(calls_.open(ann()));
  EXPECT_FALSE(must(calls_.grant(question("t1").binding)));
}

TEST_F(Tickets, that_run_out_are_told_once) {
  must(calls_.ask(question("t1")));
  EXPECT_TRUE(must(calls_.expire(noon(59))).empty());
  const auto over = must(calls_.expire(noon(60)));
  ASSERT_EQ(over.size(), 1U);
  EXPECT_EQ(over[0].state, TicketState::kExpired);
  EXPECT_TRUE(must(calls_.expire(noon(61))).empty());
  EXPECT_EQ(must(calls_.ticket("t1"))->state, TicketState::kExpired);
}

TEST_F(Tickets, are_listed_by_state_and_whose_they_are) {
  must(calls_.ask(question("t1", "s1")));
  must(calls_.ask(question("t2", "s2")));
  must(calls_.answer(yes("t1")));
  const auto pending = must(calls_.tickets({.state = TicketState::kPending}));
  ASSERT_EQ(pending.size(), 1U);
  EXPECT_EQ(pending[0].id, "t2");
  EXPECT_EQ(must(calls_.tickets({.session = "s1"}))[0].id, "t1");
  EXPECT_EQ(must(calls_.tickets({.principal = "ann"})).size(), 2U);
  EXPECT_TRUE(must(calls_.tickets({.before = noon()})).empty());
}

TEST_F(Tickets, of_one_session_do_not_pile_up) {
  for (std::size_t i = 0; i <= kMaxPending; ++i) {
    auto ticket = question(std::to_string(i));
    ticket.binding.arguments = std::to_string(i);
    EXPECT_EQ(calls_.ask(ticket).has_value(), i < kMaxPending);
  }
  EXPECT_TRUE(calls_.ask(question("other", "s2")));
}

TEST_F(Tickets, with_an_id_or_nonce_that_was_there_before_are_refused) {
  must(calls_.ask(question("t1")));
  auto same = question("t1");
  same.binding.tool = "other";
  EXPECT_FALSE(calls_.ask(same));
  same.id = "t2";
  EXPECT_FALSE(calls_.ask(same));
}

// How many of so many threads, on two stores over one file, get a grant that is there once.
int takers_of(const std::string& path, int threads) {
  const auto one = opened_store(at(path));
  const auto two = opened_store(at(path));
  std::atomic<int> taken = 0;
  std::vector<std::thread> racing;
  for (int i = 0; i < threads; ++i) {
    racing.emplace_back([&, i] {
      const auto got = Calls(i % 2 == 0 ? *one : *two).grant(question("t1").binding, noon(2));
      if (got && *got) ++taken;
    });
  }
  for (auto& thread : racing) thread.join();
  return taken;
}

TEST(GrantRace, exactly_one_thread_gets_a_grant_that_is_there_once) {
  for (int round = 0; round < 20; ++round) {
    const Folder folder;
    const auto path = folder.file();
    {
      const auto store = opened_store(at(path));
      must(Calls(*store).ask(question("t1")));
      must(Calls(*store).answer(yes("t1")));
    }
    EXPECT_EQ(takers_of(path, 8), 1);
  }
}

// Takes every grant it can of those from 0 to `count`; the number that it got is its exit code.
[[noreturn]] void take_all_and_exit(const std::string& path, int count, int start) {
  char byte = 0;
  static_cast<void>(::read(start, &byte, 1));
  int got = 0;
  {
    const auto store = open_sqlite(at(path));
    for (int i = 0; store && i < count; ++i) {
      auto call = question("").binding;
      call.arguments = std::to_string(i);
      const auto taken = Calls(**store).grant(call, noon(2));
      if (taken && *taken) ++got;
    }
  }
  ::_exit(got);
}

TEST(GrantRace, each_grant_goes_to_one_of_two_processes_on_one_file) {
  constexpr int kGrants = 100;
  const Folder folder;
  const auto path = folder.file();
  {
    const auto store = opened_store(at(path));
    for (int i = 0; i < kGrants; ++i) {
      auto ticket = question(std::to_string(i), "s1");
      ticket.binding.arguments = std::to_string(i);
      must(Calls(*store).ask(ticket));
      must(Calls(*store).answer(yes(ticket.id)));
    }
  }
  int start[2];
  ASSERT_EQ(::pipe(start), 0);
  pid_t children[2];
  for (auto& child : children) {
    child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) take_all_and_exit(path, kGrants, start[0]);
  }
  ASSERT_EQ(::write(start[1], "go", 2), 2);
  int total = 0;
  for (const auto child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    total += WEXITSTATUS(status);
  }
  ::close(start[0]);
  ::close(start[1]);
  EXPECT_EQ(total, kGrants);
}

}  // namespace
}  // namespace touchstone::store
