// Two stores on one file, as two gateways have: what one knows by heart the other may have changed.
#include <map>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "store/flow_rounds.hpp"
#include "store/test_support.hpp"

namespace touchstone::store {
namespace {

Memory call_of(const std::string& key, int number) {
  auto memory = seen(key, label_from(fmt::format("mcp://{}", number)));
  memory.session->calls = 1;
  memory.session->flow = "piece";
  memory.decisions.push_back(
      {.at = noon(number), .kind = "call", .effect = "allow", .session = key});
  return memory;
}

TEST(Recall, never_hides_what_another_connection_wrote) {
  const Folder folder;
  const auto one = opened_store(at(folder.file()));
  const auto two = opened_store(at(folder.file()));
  std::mt19937 random(7);
  std::map<std::string, std::uint64_t> calls;
  int number = 0;
  for (int step = 0; step < 500; ++step) {
    const Calls store(random() % 2 == 0 ? *one : *two);
    const auto key = fmt::format("s{}", random() % 3);
    if (random() % 8 == 0) {
      (void)must(store.end(key));
      calls.erase(key);
      continue;
    }
    const auto done = must(store.remember(call_of(key, ++number)));
    ASSERT_EQ(done.calls, ++calls[key]) << "step " << step;
    ASSERT_EQ(done.flow_before, 5 * (calls[key] - 1));
    ASSERT_EQ(done.label.attribution.uris().size(), calls[key]);
  }
  const auto decisions = must(Calls(*one).decisions({.limit = kMaxPage}));
  ASSERT_EQ(decisions.size(), static_cast<std::size_t>(number));
  for (std::size_t i = 0; i < decisions.size(); ++i)
    EXPECT_EQ(decisions[i].sequence, decisions.size() - i);
}

TEST(Recall, forgets_what_was_undone) {
  const auto store = opened_store();
  const Calls calls(*store);
  must(calls.remember(call_of("s1", 1)));
  auto bad = call_of("s1", 2);
  bad.decisions.push_back({.at = noon(), .kind = "call", .effect = "allow", .body = "no object"});
  EXPECT_FALSE(calls.remember(bad));
  const auto done = must(calls.remember(call_of("s1", 3)));
  EXPECT_EQ(done.calls, 2U);
  EXPECT_EQ(done.flow_before, 5U);
  EXPECT_THAT(done.label.attribution.uris(), testing::ElementsAre("mcp://1", "mcp://3"));
  EXPECT_EQ(must(calls.decisions()).front().sequence, 2U);
}

// Or that round would never begin, and two rounds later what is needed would go with it.
TEST(Recall, forgets_the_first_piece_of_a_round_that_was_undone) {
  const Folder folder;
  const auto store = opened_store(at(folder.file()));
  const Calls calls(*store);
  must(calls.remember(call_of("s1", 1)));
  auto database = Database::open(folder.file(), std::chrono::seconds(1));
  ASSERT_TRUE(database);
  must(database->script(
      fmt::format("UPDATE flow_even SET piece = {0}; UPDATE session_now SET flow_first = {0}, "
                  "flow_last = {0}",
                  kRound - 1)));
  auto bad = call_of("s1", 2);
  bad.decisions.push_back({.at = noon(), .kind = "call", .effect = "allow", .body = "no object"});
  EXPECT_FALSE(calls.remember(bad));
  must(calls.remember(call_of("s1", 3)));
  EXPECT_EQ(must(database->number("SELECT min(piece) FROM flow_odd")),
            static_cast<std::int64_t>(kRound));
  EXPECT_EQ(must(calls.session("s1"))->flow.size(), 2U);
}

// As if so many had been there that the next one is `number`.
void count_pieces_to(const std::string& file, std::uint64_t number) {
  auto database = Database::open(file, std::chrono::seconds(1));
  ASSERT_TRUE(database);
  must(database->script(fmt::format(
      "INSERT INTO {} (piece, session, before, ends, bytes) VALUES ({}, 999999, 0, 1, x'00')",
      (number - 1) / kRound % 2 == 0 ? "flow_even" : "flow_odd", number - 1)));
}

TEST(Recall, of_two_stores_agrees_where_a_round_of_pieces_begins) {
  const Folder folder;
  const auto one = opened_store(at(folder.file()));
  const auto two = opened_store(at(folder.file()));
  std::mt19937 random(11);
  std::map<std::string, std::uint64_t> calls;
  int number = 0;
  for (std::uint64_t round = 1; round <= 6; ++round) {
    count_pieces_to(folder.file(), round * kRound - 6);
    for (int step = 0; step < 12; ++step) {
      const auto key = fmt::format("s{}", random() % 3);
      const Calls store(random() % 2 == 0 ? *one : *two);
      const auto done = must(store.remember(call_of(key, ++number)));
      ASSERT_EQ(done.flow_before, 5 * calls[key]) << "round " << round << " step " << step;
      ++calls[key];
    }
    for (const auto& [key, count] : calls) {
      ASSERT_EQ(must(Calls(*one).session(key))->flow.size(), count) << "round " << round;
      ASSERT_EQ(must(Calls(*two).session(key))->flow.size(), count) << "round " << round;
    }
  }
}

TEST(Recall, is_bounded_and_nothing_is_lost_by_it) {
  const auto store = opened_store();
  const Calls calls(*store);
  for (int round = 1; round <= 2; ++round) {
    for (int i = 0; i < 300; ++i) {
      EXPECT_EQ(must(calls.remember(call_of(fmt::format("s{}", i), i))).calls,
                static_cast<std::uint64_t>(round));
    }
  }
}

}  // namespace
}  // namespace touchstone::store
