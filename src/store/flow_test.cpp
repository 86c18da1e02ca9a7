// The pieces of a session's flow memory: in their order, and whole or not at all.
#include <atomic>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "store/flow_rounds.hpp"
#include "store/test_support.hpp"

namespace touchstone::store {
namespace {

using ::testing::ElementsAre;

class FlowPieces : public ::testing::Test {
 protected:
  Remembered add(SessionChange change) {
    change.name = ann();
    change.now = noon();
    Memory memory;
    memory.session = std::move(change);
    return must(calls_.remember(std::move(memory)));
  }
  Session now() { return *must(calls_.session("s1")); }

  std::unique_ptr<Store> store_ = opened_store();
  Calls calls_{*store_};
};

TEST_F(FlowPieces, tell_whoever_adds_one_where_the_others_ended) {
  EXPECT_EQ(add({.flow = "one"}).flow_before, 0U);
  EXPECT_EQ(add({.flow = "three"}).flow_before, 3U);
  EXPECT_EQ(add({}).flow_before, 8U);
  EXPECT_EQ(now().flow_end, 8U);
  EXPECT_EQ(must(calls_.open(ann()))->flow_end, 8U);
}

TEST_F(FlowPieces, give_way_to_the_whole_if_it_knows_them_all) {
  (void)add({.flow = "one"});
  const auto done = add({.flow = "two", .flow_whole = "whole", .flow_end = 3});
  EXPECT_TRUE(done.flow_kept);
  EXPECT_THAT(now().flow, ElementsAre(FlowPiece{8, "whole"}));
  EXPECT_EQ(now().flow_end, 8U);
}

TEST_F(FlowPieces, stay_if_the_whole_does_not_know_one_of_them) {
  (void)add({.flow = "one"});
  (void)add({.flow = "other"});  // a replica's
  const auto done = add({.flow = "two", .flow_whole = "whole", .flow_end = 3});
  EXPECT_TRUE(done.flow_kept);
  EXPECT_EQ(done.flow_before, 8U);
  EXPECT_THAT(now().flow,
              ElementsAre(FlowPiece{3, "one"}, FlowPiece{8, "other"}, FlowPiece{11, "two"}));
  EXPECT_FALSE(add({.flow_whole = "whole", .flow_end = 3}).flow_kept);
  EXPECT_EQ(now().flow.size(), 3U);
}

TEST_F(FlowPieces, of_a_session_that_has_ended_are_not_those_of_the_next) {
  const auto number = add({.flow = "one"}).number;
  EXPECT_TRUE(must(calls_.end("s1")));
  EXPECT_TRUE(now().flow.empty());
  const auto done = add({.number = number, .flow = "two"});
  EXPECT_FALSE(done.flow_kept);
  EXPECT_NE(done.number, number);
  EXPECT_TRUE(now().flow.empty());
  EXPECT_TRUE(add({.number = done.number, .flow = "three"}).flow_kept);
  EXPECT_THAT(now().flow, ElementsAre(FlowPiece{5, "three"}));
}

TEST_F(FlowPieces, go_with_their_session_when_it_is_pruned) {
  (void)add({.flow = "one"});
  (void)must(calls_.prune(noon() + std::chrono::days(400)));
  EXPECT_FALSE(must(calls_.session("s1")));
  EXPECT_TRUE(must(calls_.open(ann(), noon() + std::chrono::days(400)))->flow.empty());
}

TEST_F(FlowPieces, beyond_the_bound_are_lost_and_that_shows) {
  for (const char letter : {'a', 'b', 'c'}) {
    (void)add({.flow = std::string(kMaxFlowBytes / 2, letter)});
  }
  const auto flow = now().flow;
  ASSERT_EQ(flow.size(), 1U);
  EXPECT_EQ(flow[0].bytes.front(), 'c');
  EXPECT_EQ(flow[0].end - flow[0].bytes.size(), kMaxFlowBytes) << "nothing is missing before it";
}

TEST_F(FlowPieces, of_several_sessions_do_not_get_mixed_up) {
  for (const auto* text : {"a", "b", "c"}) {
    (void)add({.flow = text});
    auto other = seen("s2", {});
    other.session->flow = std::string(text) + "2";
    must(calls_.remember(other));
  }
  EXPECT_THAT(now().flow, ElementsAre(FlowPiece{1, "a"}, FlowPiece{2, "b"}, FlowPiece{3, "c"}));
  EXPECT_TRUE(must(calls_.end("s1")));
  EXPECT_EQ(must(calls_.session("s2"))->flow.size(), 3U);
  (void)add({.flow = "again"});
  EXPECT_THAT(now().flow, ElementsAre(FlowPiece{5, "again"}));
}

// Pieces in all tables of a store, or in one of them.
class FlowRounds : public ::testing::Test {
 protected:
  [[nodiscard]] std::int64_t count(const std::string& sql) const {
    auto other = Database::open(folder_.file(), Span(1'000));
    return must(other->number(sql));
  }
  [[nodiscard]] std::int64_t count_all() const {
    return count("SELECT count(*) FROM flow_even") + count("SELECT count(*) FROM flow_odd") +
           count("SELECT count(*) FROM flow");
  }
  static Memory change(const std::string& key, SessionChange of) {
    Memory memory = seen(key, {});
    memory.session->flow = std::move(of.flow);
    memory.session->flow_whole = std::move(of.flow_whole);
    memory.session->flow_end = of.flow_end;
    return memory;
  }
  // So many pieces of a session that is busy, and a whole of it for each hundred.
  void keep_busy(int pieces) {
    std::atomic<int> waiting = 0;
    for (; pieces > 0; --pieces, ++busy_) {
      ++waiting;
      store_->remember(change("busy", {.flow = "0123456789"}), [&](const auto& result) {
        EXPECT_TRUE(result);
        --waiting;
      });
      if (busy_ % 100 != 99) continue;
      while (waiting != 0) std::this_thread::yield();
      const auto end = (busy_ + 1) * 10 + busy_ / 100;
      EXPECT_TRUE(
          must(calls_.remember(change("busy", {.flow_whole = "w", .flow_end = end}))).flow_kept);
    }
    while (waiting != 0) std::this_thread::yield();
  }

  Folder folder_;
  std::unique_ptr<Store> store_ = opened_store(at(folder_.file()));
  Calls calls_{*store_};
  std::uint64_t busy_ = 0;
};

TEST_F(FlowRounds, take_what_nobody_needs_and_nothing_else) {
  must(calls_.remember(change("stays", {.flow = "a"})));
  must(calls_.remember(change("large", {.flow = std::string(10'000, 'l')})));
  keep_busy(20'000);
  EXPECT_LE(count_all(), static_cast<std::int64_t>(2 * kRound + 300));
  EXPECT_LE(count("SELECT count(*) FROM flow"), 300) << "most were of no use";
  EXPECT_EQ(count("SELECT count(*) FROM flow WHERE piece = 1"), 1) << "one was";
  EXPECT_TRUE(must(calls_.end("large")));
  EXPECT_EQ(count("SELECT count(*) FROM flow WHERE length(bytes) > 4000"), 0) << "at once";
  must(calls_.remember(change("stays", {.flow = "b"})));
  EXPECT_THAT(must(calls_.session("stays"))->flow,
              ElementsAre(FlowPiece{1, "a"}, FlowPiece{2, "b"}));
  EXPECT_TRUE(must(calls_.end("stays")));
  EXPECT_EQ(count("SELECT count(*) FROM flow WHERE piece = 1"), 0);
  must(calls_.remember(change("busy", {.flow = "last"})));
  must(calls_.prune(noon()));
  EXPECT_EQ(count_all(), 2);
  EXPECT_EQ(must(calls_.session("busy"))->flow.size(), 2U);
}

// Its pieces are in all three tables by then, and numbers go on where they were.
TEST_F(FlowRounds, keep_a_memory_whole_over_many_of_them_and_a_restart) {
  std::vector<FlowPiece> all;
  const auto add = [&](std::string bytes) {
    const auto end = (all.empty() ? 0 : all.back().end) + bytes.size();
    must(calls_.remember(change("long", {.flow = bytes})));
    all.push_back({end, std::move(bytes)});
  };
  for (int round = 0; round < 7; ++round) {
    add(fmt::format("small {}", round));
    keep_busy(3'000);
    add(std::string(5'000, static_cast<char>('a' + round)));
  }
  EXPECT_EQ(must(calls_.session("long"))->flow, all);
  store_.reset();
  const auto again = opened_store(at(folder_.file()));
  must(Calls(*again).remember(change("long", {.flow = "after the restart"})));
  all.push_back({all.back().end + 17, "after the restart"});
  EXPECT_EQ(must(Calls(*again).session("long"))->flow, all);
  EXPECT_GT(count("SELECT max(piece) FROM (SELECT piece FROM flow_even UNION ALL SELECT piece FROM "
                  "flow_odd)"),
            21'000);
}

TEST(FlowOfAnEarlierStore, is_there_without_what_waited_to_go) {
  const Folder folder;
  make_store_of(7, folder.file(),
                R"sql(
      INSERT INTO session_names VALUES (4, 's1', 'ann', 'r', 'c', '', 0, NULL);
      INSERT INTO flow VALUES (10, 4, 0, 3, 'old'), (11, 4, 0, 6, 'one'), (12, 4, 11, 9, 'two'),
                              (13, 5, 0, 3, 'of nobody');
      INSERT INTO session_now VALUES (4, 0, )sql" +
                    sql_of({}) + ", 0, 3, 3, 9, 12, 11)");
  const auto store = opened_store(at(folder.file()));
  const Calls calls(*store);
  EXPECT_THAT(must(calls.session("s1"))->flow,
              ElementsAre(FlowPiece{6, "one"}, FlowPiece{9, "two"}));
  auto database = Database::open(folder.file(), Span(1'000));
  EXPECT_EQ(must(database->number("SELECT count(*) FROM flow")), 2);
  auto next = seen("s1", {});
  next.session->name = must(calls.session("s1"))->name;
  next.session->flow = "next";
  must(calls.remember(next));
  EXPECT_EQ(must(calls.session("s1"))->flow.size(), 3U);
  EXPECT_EQ(must(database->number("SELECT max(piece) FROM flow_even")), 13);
}

TEST_F(FlowPieces, that_are_too_large_are_refused) {
  auto memory = seen("s1", {});
  memory.session->flow.assign(kMaxFlowBytes + 1, 'x');
  EXPECT_FALSE(calls_.remember(memory));
  memory = seen("s1", {});
  memory.session->flow_whole.assign(kMaxFlowBytes + 1, 'x');
  EXPECT_FALSE(calls_.remember(memory));
}

}  // namespace
}  // namespace touchstone::store
