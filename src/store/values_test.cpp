#include <fmt/format.h>
#include <gmock/gmock.h>

#include "store/sqlite_rows.hpp"
#include "store/test_support.hpp"

namespace touchstone::store {
namespace {

class Values : public testing::Test {
 protected:
  static Memory holding(std::string id, std::string bytes, std::string session = "s1") {
    Memory memory;
    memory.values.push_back({std::move(id), std::move(session), std::move(bytes),
                             label_from("mcp://a"), noon(), noon(60)});
    return memory;
  }
  std::unique_ptr<Store> store_ = opened_store();
  Calls calls_{*store_};
};

TEST_F(Values, come_back_as_they_were_until_they_expire) {
  const std::string bytes("\0\xff{}", 4);
  must(calls_.remember(holding("v1", bytes)));
  const auto value = must(calls_.value("v1", noon(59)));
  ASSERT_TRUE(value);
  EXPECT_EQ(value->bytes, bytes);
  EXPECT_EQ(value->session, "s1");
  EXPECT_EQ(value->label, label_from("mcp://a"));
  EXPECT_FALSE(must(calls_.value("v1", noon(60))));
  EXPECT_FALSE(must(calls_.value("v2", noon())));
}

TEST_F(Values, are_never_replaced) {
  must(calls_.remember(holding("v1", "one")));
  EXPECT_FALSE(calls_.remember(holding("v1", "two")));
  EXPECT_EQ(must(calls_.value("v1"))->bytes, "one");
}

TEST_F(Values, are_bounded_each_and_for_each_session) {
  EXPECT_FALSE(calls_.remember(holding("large", std::string(kMaxValueBytes + 1, 'x'))));
  for (std::size_t i = 0; i < kMaxValuesOfSession; ++i) {
    must(calls_.remember(holding(fmt::format("v{}", i), "x")));
  }
  EXPECT_FALSE(calls_.remember(holding("one more", "x")));
  EXPECT_TRUE(calls_.remember(holding("others", "x", "s2")));
  EXPECT_EQ(must(calls_.prune(noon(60))).values, kMaxValuesOfSession + 1);
  EXPECT_TRUE(calls_.remember(holding("one more", "x"))) << "there is room again";
}

TEST_F(Values, of_one_session_have_a_bound_of_bytes) {
  const std::string half(kMaxValueBytesOfSession / 4, 'x');
  for (const auto* id : {"a", "b", "c", "d"}) must(calls_.remember(holding(id, half)));
  EXPECT_FALSE(calls_.remember(holding("e", "x")));
}

TEST_F(Values, of_one_session_are_listed_latest_first_until_there_is_enough) {
  for (int i = 1; i <= 3; ++i) {
    auto memory = holding(fmt::format("v{}", i), std::string(static_cast<std::size_t>(i), 'x'));
    memory.values.front().created = noon(i);
    must(calls_.remember(memory));
  }
  must(calls_.remember(holding("other", "x", "s2")));
  const auto ids = [&](std::size_t bytes, Time now = noon()) {
    std::vector<std::string> out;
    for (const auto& value : must(calls_.values("s1", bytes, now))) out.push_back(value.id);
    return out;
  };
  using ::testing::ElementsAre;
  EXPECT_THAT(ids(100), ElementsAre("v3", "v2", "v1"));
  EXPECT_THAT(ids(5), ElementsAre("v3", "v2"));
  EXPECT_THAT(ids(1), ElementsAre("v3")) << "however large it is";
  EXPECT_THAT(ids(100, noon(60)), ElementsAre());
}

TEST_F(Values, breaches_are_kept_once_each) {
  const Breach breach{"files", "read", "digest", "readOnlyHint", "it wrote", noon()};
  must(calls_.note(breach));
  must(calls_.note(breach));
  auto other = breach;
  other.server = "mail";
  must(calls_.note(other));
  EXPECT_EQ(must(calls_.breaches()).size(), 2U);
  const auto files = must(calls_.breaches("files"));
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].text, "it wrote");
  EXPECT_EQ(files[0].definition, "digest");
}

TEST_F(Values, breaches_of_one_server_are_bounded) {
  for (std::size_t i = 0; i < kMaxBreachesOfServer + 5; ++i) {
    must(calls_.note({"files", "read", "digest", "field", std::to_string(i), noon()}));
  }
  EXPECT_EQ(must(calls_.breaches("files")).size(), kMaxBreachesOfServer);
}

class Pruning : public Values {};

TEST_F(Pruning, of_a_store_within_its_bounds_takes_nothing) {
  must(calls_.remember(seen("s1", label_from("mcp://a"))));
  must(calls_.remember(decided({.at = noon()})));
  must(calls_.remember(holding("v1", "x")));
  must(calls_.ask(question("t1")));
  const auto pruned = must(calls_.prune(noon(1)));
  EXPECT_EQ(pruned.decisions + pruned.sessions + pruned.locations + pruned.tickets + pruned.values,
            0U);
  EXPECT_FALSE(pruned.more);
}

TEST_F(Pruning, leaves_the_newest_decisions_and_no_gap) {
  for (int i = 0; i < 10; ++i) must(calls_.remember(decided({.at = noon(i)})));
  EXPECT_EQ(must(calls_.prune(noon(10), {.decisions = 4})).decisions, 6U);
  const auto left = must(calls_.decisions({.oldest_first = true}));
  ASSERT_EQ(left.size(), 4U);
  EXPECT_EQ(left.front().sequence, 7U);
  EXPECT_EQ(must(calls_.prune(noon(10), {.decision_age = std::chrono::seconds(2)})).decisions, 2U);
}

TEST_F(Pruning, of_all_decisions_leaves_the_one_that_the_next_continues) {
  for (int i = 0; i < 3; ++i) must(calls_.remember(decided({.at = noon()})));
  must(calls_.prune(noon(10), {.decisions = 0, .decision_age = Span(0)}));
  must(calls_.remember(decided({.at = noon()})));
  EXPECT_EQ(must(calls_.decisions())[0].sequence, 4U);
}

TEST_F(Pruning, takes_no_session_that_lives) {
  must(calls_.remember(seen("live", label_from("mcp://a"), noon(0))));
  for (const auto* key : {"a", "b", "c"}) {
    must(calls_.open(ann(key)));
    must(calls_.end(key, noon(key[0])));
  }
  EXPECT_EQ(must(calls_.prune(noon(1'000), {.ended_sessions = 1})).sessions, 2U);
  EXPECT_TRUE(must(calls_.session("c"))) << "the last to end";
  EXPECT_FALSE(must(calls_.session("a")));
  EXPECT_EQ(must(calls_.session("live"))->label, label_from("mcp://a"));
  EXPECT_EQ(must(calls_.prune(noon(), {.session_age = Span(0)})).sessions, 0U);
  EXPECT_EQ(must(calls_.prune(noon(1), {.session_age = Span(0)})).sessions, 2U)
      << "nobody has seen it for too long";
}

TEST_F(Pruning, takes_the_locations_that_were_written_longest_ago) {
  Memory memory;
  for (int i = 0; i < 5; ++i) {
    memory.locations.push_back({{"s", "path", std::to_string(i)}, label_from("mcp://a"), noon(i)});
  }
  must(calls_.remember(memory));
  EXPECT_EQ(must(calls_.prune(noon(5), {.locations = 3})).locations, 2U);
  const auto labels = must(calls_.labels({{"s", "path", "1"}, {"s", "path", "2"}}));
  EXPECT_EQ(labels[0], model::Label());
  EXPECT_EQ(labels[1], label_from("mcp://a"));
  EXPECT_EQ(must(calls_.prune(noon(5), {.location_age = std::chrono::seconds(2)})).locations, 1U);
}

TEST_F(Pruning, takes_closed_tickets_and_never_questions_or_grants) {
  for (const auto* id : {"pending", "granted", "denied", "used"}) {
    auto ticket = question(id);
    ticket.binding.arguments = id;
    must(calls_.ask(ticket));
  }
  must(calls_.answer(yes("granted")));
  must(calls_.answer(yes("used")));
  auto no = yes("denied");
  no.allow = false;
  must(calls_.answer(no));
  auto call = question("used").binding;
  call.arguments = "used";
  ASSERT_TRUE(must(calls_.grant(call)));
  EXPECT_EQ(must(calls_.prune(noon(2), {.closed_tickets = 1})).tickets, 1U);
  EXPECT_EQ(must(calls_.prune(noon(2), {.closed_tickets = 0})).tickets, 1U);
  EXPECT_EQ(must(calls_.tickets()).size(), 2U);
  EXPECT_EQ(must(calls_.prune(noon(600), {.closed_tickets = 0})).tickets, 1U)
      << "the grant has expired";
  EXPECT_TRUE(must(calls_.ticket("pending")));
}

TEST_F(Pruning, takes_so_many_at_once_and_says_that_there_are_more) {
  Memory memory;
  memory.decisions.assign(kMaxPruned + 10, {.at = noon()});
  must(calls_.remember(memory));
  const auto first = must(calls_.prune(noon(), {.decisions = 1}));
  EXPECT_EQ(first.decisions, kMaxPruned);
  EXPECT_TRUE(first.more);
  const auto second = must(calls_.prune(noon(), {.decisions = 1}));
  EXPECT_EQ(second.decisions, 9U);
  EXPECT_FALSE(second.more);
}

}  // namespace
}  // namespace touchstone::store
