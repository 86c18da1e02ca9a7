#include "store/lane.hpp"

#include <atomic>
#include <future>
#include <latch>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "store/failing_store.hpp"
#include "store/test_support.hpp"

namespace touchstone::store {
namespace {

Database numbers() {
  auto database = Database::open(":memory:", Span(0));
  EXPECT_TRUE(database);
  must(database->script("CREATE TABLE numbers (number INTEGER UNIQUE)"));
  return std::move(*database);
}

base::Result<std::size_t> insert(Database& database, int number) {
  return database.run("INSERT INTO numbers VALUES (?)", number);
}

// A lane that waits in its first job until it is let go, so that what follows is one group.
class HeldLane {
 public:
  explicit HeldLane(Lane::Bounds bounds = {1'000, 1'000'000})
      : lane_(numbers(), Lane::Kind::kWrites, bounds) {
    lane_.submit<int>(
        [this](Database&) -> base::Result<int> {
          begun_.count_down();
          go_.wait();
          return 0;
        },
        [](auto) {}, 0);
    begun_.wait();
  }
  ~HeldLane() { go(); }
  Lane& lane() { return lane_; }
  void go() {
    if (!gone_) go_.count_down();
    gone_ = true;
  }

 private:
  std::latch begun_{1};
  std::latch go_{1};
  bool gone_ = false;
  Lane lane_;
};

TEST(StoreLane, begins_with_what_one_turn_asked_for_when_the_turn_is_over) {
  std::vector<std::function<void()>> turn;
  std::atomic<int> done = 0;
  Lane lane(numbers(), Lane::Kind::kWrites, {1'000, 1'000'000});
  lane.gather([&](std::function<void()> work) { turn.push_back(std::move(work)); });
  for (int i = 0; i < 3; ++i) {
    lane.submit<std::size_t>([i](Database& database) { return insert(database, i); },
                             [&](auto) { ++done; }, 0);
  }
  std::this_thread::sleep_for(Span(20));
  EXPECT_EQ(done, 0);
  EXPECT_EQ(turn.size(), 1U) << "one ring for all";
  turn.clear();  // as a loop does that ends: nothing is forgotten
  while (done < 3) std::this_thread::yield();
}

// Rounds of a few at a time, as a loop under load sends them; each ring comes at once.
TEST(StoreLane, waits_for_more_where_a_few_came_together_and_forgets_nobody) {
  constexpr int kRounds = 200;
  std::atomic<int> done = 0;
  Lane lane(numbers(), Lane::Kind::kWrites, {10'000, 10'000'000});
  lane.gather([](const std::function<void()>& work) { work(); });
  int sent = 0;
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i <= round % 11; ++i, ++sent) {
      lane.submit<std::size_t>([sent](Database& database) { return insert(database, sent); },
                               [&](auto) { ++done; }, 0);
    }
    // Longer than kGather: sometimes the lane must have given up waiting.
    if (round % 7 == 0) std::this_thread::sleep_for(std::chrono::microseconds(700));
    if (round % 13 != 0) continue;
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (done < sent && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    ASSERT_EQ(done, sent) << "in round " << round;  // also the last few, with nobody behind them
  }
}

// How long after a group of so many the next job is begun, by the lane's own thread.
class AfterGroup {
 public:
  AfterGroup() {
    lane_.gather([this](std::function<void()> work) { turn_.push_back(std::move(work)); });
  }

  std::chrono::steady_clock::duration next_begins(std::size_t behind) {
    submit(behind);
    const auto ended = ended_;
    submit(1);
    return begun_ - ended;
  }

 private:
  // Returns when the group is over.
  void submit(std::size_t count) {
    const int before = groups_;
    for (std::size_t i = 0; i < count; ++i, ++number_) {
      lane_.submit<std::size_t>(
          [this, number = number_](Database& database) {
            begun_ = std::chrono::steady_clock::now();
            return insert(database, number);
          },
          [](auto) {}, 0);
    }
    turn_.clear();  // the turn is over: it rings
    while (groups_ == before) std::this_thread::yield();
  }

  std::vector<std::function<void()>> turn_;
  int number_ = 0;
  std::chrono::steady_clock::time_point begun_, ended_;  // read when the group is over
  std::atomic<int> groups_ = 0;
  Lane lane_{numbers(), Lane::Kind::kWrites, {1'000, 1'000'000}, false, [this](Database&) {
               ended_ = std::chrono::steady_clock::now();
               ++groups_;
             }};
};

TEST(StoreLane, waits_for_more_behind_a_few_that_came_together) {
  AfterGroup group;
  for (int i = 0; i < 20; ++i) EXPECT_GE(group.next_begins(Lane::kFew), Lane::kGather);
}

TEST(StoreLane, waits_for_nobody_behind_one_that_came_alone) {
  AfterGroup group;
  bool at_once = false;  // a busy machine may come between them, but not always
  for (int i = 0; i < 5'000 && !at_once; ++i) at_once = group.next_begins(1) < Lane::kGather;
  EXPECT_TRUE(at_once);
}

TEST(StoreLane, that_ends_with_its_loop_does_what_waits) {
  std::vector<std::function<void()>> turn;
  bool kept = false;
  {
    Lane lane(numbers(), Lane::Kind::kWrites, {1'000, 1'000'000});
    lane.gather([&](std::function<void()> work) { turn.push_back(std::move(work)); });
    lane.submit<std::size_t>([](Database& database) { return insert(database, 1); },
                             [&](auto result) { kept = result.has_value(); }, 0);
  }
  EXPECT_TRUE(kept);
  turn.clear();  // rings for nobody
}

TEST(StoreLane, a_job_that_fails_takes_nobody_with_it) {
  std::vector<bool> kept(3);
  std::int64_t sum = 0;
  {
    HeldLane held;
    for (const auto i : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
      held.lane().submit<std::size_t>(
          [i](Database& database) -> base::Result<std::size_t> {
            auto done = insert(database, static_cast<int>(i) + 10);
            if (i == 1) return base::fail("after it wrote");
            return done;
          },
          [&kept, i](auto result) { kept[i] = result.has_value(); }, 0);
    }
    held.lane().submit<std::int64_t>(
        [](Database& database) { return database.number("SELECT sum(number) FROM numbers"); },
        [&sum](auto result) { sum = must(std::move(result)); }, 0);
  }
  EXPECT_THAT(kept, testing::ElementsAre(true, false, true));
  EXPECT_EQ(sum, 10 + 12);
}

TEST(StoreLane, when_the_transaction_is_lost_everybody_hears_why) {
  std::vector<std::string> errors;
  {
    HeldLane held;
    for (int i = 0; i < 3; ++i) {
      held.lane().submit<std::size_t>(
          [i](Database& database) -> base::Result<std::size_t> {
            if (i != 1) return insert(database, i);
            must(database.run("ROLLBACK"));  // as SQLite does by itself on some faults
            return base::fail("the disk is full");
          },
          [&errors](auto result) { errors.push_back(result ? "none" : result.error().what); }, 0);
    }
    held.go();
  }
  EXPECT_THAT(errors, testing::Each("the disk is full"));
  EXPECT_EQ(errors.size(), 3U);
}

TEST(StoreLane, waits_for_the_disk_only_with_what_must_outlive_the_machine) {
  // One a transaction: each is waited for. A text of its own each time, since a pragma that is kept
  // ready says what it said before.
  Lane lane(numbers(), Lane::Kind::kWrites, {1'000, 1'000'000}, true);
  int asked = 0;
  const auto level = [&](Lane::Lasts lasts) {
    std::promise<base::Result<std::int64_t>> said;
    const auto sql = fmt::format("PRAGMA synchronous -- {}", ++asked);
    lane.submit<std::int64_t>([sql](Database& database) { return database.number(sql); },
                              [&](auto result) { said.set_value(std::move(result)); }, 0, lasts);
    return must(said.get_future().get());
  };
  constexpr std::int64_t kNormal = 1, kFull = 2;
  EXPECT_EQ(level(Lane::Lasts::kAsAll), kNormal);
  EXPECT_EQ(level(Lane::Lasts::kMachine), kFull);
  EXPECT_EQ(level(Lane::Lasts::kMachine), kFull);
  EXPECT_EQ(level(Lane::Lasts::kAsAll), kNormal);
}

TEST(StoreLane, what_does_not_fit_fails_at_once_on_the_callers_thread) {
  std::atomic<int> done = 0;
  HeldLane held({2, 100});
  const auto submit = [&](std::size_t bytes) {
    bool failed_here = false;
    const auto caller = std::this_thread::get_id();
    held.lane().submit<int>([](Database&) -> base::Result<int> { return 0; },
                            [&, caller](auto result) {
                              ++done;
                              if (std::this_thread::get_id() == caller) failed_here = !result;
                            },
                            bytes);
    return failed_here;
  };
  EXPECT_TRUE(submit(101)) << "too large";
  EXPECT_FALSE(submit(60));
  EXPECT_TRUE(submit(60)) << "too large with the other";
  EXPECT_FALSE(submit(40));
  EXPECT_TRUE(submit(0)) << "too many";
  EXPECT_EQ(done, 3);
  held.go();
}

TEST(StoreLane, jobs_are_done_in_order_and_all_of_them_before_it_ends) {
  std::vector<int> order;
  {
    HeldLane held({5'000, 1'000});
    for (int i = 0; i < 2'000; ++i) {
      held.lane().submit<int>([i](Database&) -> base::Result<int> { return i; },
                              [&](auto result) { order.push_back(*result); }, 0);
    }
  }
  ASSERT_EQ(order.size(), 2'000U);
  EXPECT_TRUE(std::ranges::is_sorted(order));
}

TEST(StoreLane, nobody_hears_of_a_write_that_others_cannot_see_yet) {
  const Folder folder;
  const auto store = opened_store(at(folder.file()));
  const auto other = opened_store(at(folder.file()));
  for (int i = 0; i < 20; ++i) {
    const auto key = fmt::format("s{}", i);
    must(Calls(*store).open(ann(key)));
    EXPECT_TRUE(must(Calls(*store).session(key))) << "its own reader";
    EXPECT_TRUE(must(Calls(*other).session(key))) << "another process";
  }
}

TEST(StoreLane, stores_on_one_file_lose_nothing_of_each_others_labels) {
  const Folder folder;
  constexpr int kEach = 100;
  {
    const auto one = opened_store(at(folder.file()));
    const auto two = opened_store(at(folder.file()));
    std::vector<std::thread> writers;
    for (auto* store : {one.get(), two.get()}) {
      writers.emplace_back([store, name = store == one.get() ? "one" : "two"] {
        for (int i = 0; i < kEach; ++i) {
          auto memory = seen("s1", label_from(fmt::format("mcp://{}/{}", name, i)));
          memory.decisions.push_back({.at = noon()});
          must(Calls(*store).remember(memory));
        }
      });
    }
    for (auto& writer : writers) writer.join();
  }
  const auto store = opened_store(at(folder.file()));
  EXPECT_EQ(must(Calls(*store).session("s1"))->label.attribution.uris().size(), 2U * kEach);
  EXPECT_EQ(must(Calls(*store).decisions())[0].sequence, 2U * kEach) << "no gap, none twice";
}

TEST(StoreThatFails, fails_what_it_is_told_to_and_as_often) {
  const auto store = opened_store();
  FailingStore failing(*store);
  const Calls calls(failing);
  failing.fail(FailingStore::Request::kRemember, 2);
  EXPECT_FALSE(calls.remember(seen("s1", {})));
  EXPECT_TRUE(calls.open(ann("other")));
  EXPECT_FALSE(calls.remember(seen("s1", {})));
  EXPECT_FALSE(must(calls.session("s1"))) << "it reached nothing";
  EXPECT_TRUE(calls.remember(seen("s1", {})));
  failing.fail(FailingStore::Request::kRemember);
  EXPECT_FALSE(calls.remember(seen("s1", {})));
  failing.fail(FailingStore::Request::kRemember, 0);
  EXPECT_TRUE(calls.remember(seen("s1", {})));
}

TEST(StoreThatFails, holds_answers_back_until_they_are_released) {
  const auto store = opened_store();
  FailingStore failing(*store);
  failing.hold(FailingStore::Request::kRemember);
  std::atomic<int> answered = 0;
  for (int i = 0; i < 2; ++i) {
    failing.remember(seen("s1", {}), [&](const auto& result) { answered += result ? 1 : 100; });
  }
  EXPECT_TRUE(must(Calls(failing).session("s1"))) << "it happened";
  EXPECT_EQ(answered, 0);
  EXPECT_EQ(failing.held(), 2U);
  failing.release();
  EXPECT_EQ(answered, 2);
  EXPECT_TRUE(Calls(failing).remember(seen("s1", {}))) << "nothing is held any more";
}

TEST(StoreThatFails, passes_every_other_request_on) {
  const auto store = opened_store();
  FailingStore failing(*store);
  const Calls calls(failing);
  must(calls.open(ann()));
  must(calls.ask(question("t1")));
  EXPECT_TRUE(must(calls.answer(yes("t1")))->counts);
  EXPECT_TRUE(must(calls.grant(question("t1").binding)));
  EXPECT_TRUE(must(calls.ticket("t1")));
  EXPECT_EQ(must(calls.tickets()).size(), 1U);
  EXPECT_TRUE(must(calls.expire(noon())).empty());
  EXPECT_EQ(must(calls.sessions()).size(), 1U);
  EXPECT_EQ(must(calls.declassify({"s1", {}, {}, "bob", "why", noon()})), Declassified::kDone);
  EXPECT_EQ(must(calls.decisions()).size(), 1U);
  EXPECT_FALSE(must(calls.decision("x")));
  EXPECT_EQ(must(calls.labels({{"s", "path", "/"}})).size(), 1U);
  EXPECT_FALSE(must(calls.value("v")));
  must(calls.note({"s", "t", "d", "f", "x", noon()}));
  EXPECT_EQ(must(calls.breaches()).size(), 1U);
  EXPECT_TRUE(must(calls.end("s1")));
  EXPECT_EQ(must(calls.prune(noon())).sessions, 0U);
}

}  // namespace
}  // namespace touchstone::store
