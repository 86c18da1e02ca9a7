// The pieces of a session's flow memory: in their order, and whole or not at all.
#include <atomic>
#include <thread>

#include <gmock/gmock.h>

#include "store/sqlite_rows.hpp"
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

// Many sessions whose memories end, are written anew, or stay: of what nobody needs there is never
// more than a sweep leaves, and what is needed is there.
TEST(FlowSweep, takes_what_nobody_needs_and_nothing_else) {
  const Folder folder;
  const auto store = opened_store(at(folder.file()));
  const Calls calls(*store);
  const auto pieces = [&](const std::string& sql) {
    auto other = Database::open(folder.file(), Span(1'000));
    return must(other->number(sql));
  };
  const auto change = [](const std::string& key, SessionChange of) {
    Memory memory = seen(key, {});
    memory.session->flow = std::move(of.flow);
    memory.session->flow_whole = std::move(of.flow_whole);
    memory.session->flow_end = of.flow_end;
    return memory;
  };
  must(calls.remember(change("stays", {.flow = "a"})));
  const std::string large(10'000, 'l');
  must(calls.remember(change("large", {.flow = large})));
  std::atomic<int> waiting = 0;
  constexpr int kPieces = 20'000;
  for (int i = 0; i < kPieces; ++i) {
    ++waiting;
    store->remember(change("busy", {.flow = "0123456789"}), [&](const auto& result) {
      EXPECT_TRUE(result);
      --waiting;
    });
    if (i % 100 == 99) {
      while (waiting != 0) std::this_thread::yield();
      const auto end = static_cast<std::uint64_t>(i + 1) * 10 + static_cast<std::uint64_t>(i / 100);
      EXPECT_TRUE(
          must(calls.remember(change("busy", {.flow_whole = "w", .flow_end = end}))).flow_kept);
    }
  }
  EXPECT_LT(pieces("SELECT count(*) FROM flow"), 17'000);
  EXPECT_GT(pieces("SELECT count(*) FROM flow"), 16'000);
  EXPECT_TRUE(must(calls.end("large")));
  EXPECT_EQ(pieces("SELECT count(*) FROM flow WHERE length(bytes) > 4000"), 0) << "at once";
  EXPECT_THAT(must(calls.session("stays"))->flow, ElementsAre(FlowPiece{1, "a"}));
  must(calls.remember(change("stays", {.flow = "b"})));
  EXPECT_TRUE(must(calls.end("stays")));
  EXPECT_EQ(pieces("SELECT count(*) FROM flow WHERE piece < 3"), 0) << "it had gone past it";
  must(calls.remember(change("busy", {.flow = "last"})));
  must(calls.prune(noon()));
  EXPECT_EQ(pieces("SELECT count(*) FROM flow"), 2);
  EXPECT_EQ(must(calls.session("busy"))->flow.size(), 2U);
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
