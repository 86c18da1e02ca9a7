#include "upstream/server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "upstream/server_for_test.hpp"

namespace touchstone::upstream {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;
using namespace std::chrono_literals;

using Lanes = ServerTest;

TEST(LaneKeys, are_the_same_for_clients_that_can_be_asked_the_same) {
  mcp::ClientFeatures none, one, same, other;
  one.roots = same.roots = true;
  same.others = true;
  other.sampling = true;
  EXPECT_EQ(shared_key(none), "");
  EXPECT_EQ(shared_key(one), shared_key(same));
  EXPECT_NE(shared_key(one), shared_key(other));
  for (const auto& key : {shared_key(none), shared_key(one), shared_key(one) + "#2"})
    EXPECT_TRUE(is_shared_key(key)) << key;
  EXPECT_FALSE(is_shared_key("0123456789abcdef"));
}

TEST_F(Lanes, are_found_again_by_their_key_and_opened_once_for_all_who_come_at_once) {
  serve(legacy_script(folder));
  const auto body = [&]() -> Task<void> {
    LanePtr early;
    const auto at_once = [&]() -> Task<void> { early = co_await lane("one"); };
    world.loop.spawn(at_once());
    const auto one = co_await lane("one");
    const auto other = co_await lane("two");
    const auto again = co_await lane("one");
    EXPECT_TRUE(one);
    EXPECT_EQ(one, early);
    EXPECT_EQ(one, again);
    EXPECT_NE(one, other);
  };
  world.run(body());
  EXPECT_THAT(pids(), SizeIs(2));
  EXPECT_EQ(house.opened_lanes, 2);
}

TEST_F(Lanes, that_are_shared_declare_features_and_not_the_words_of_whoever_came_first) {
  serve(legacy_script(folder, "read -r l; echo \"$l\" >" + folder.file("said") +
                                  R"(; echo '{"jsonrpc":"2.0","id":1,"result":{}}')"));
  terms.capabilities = R"({"roots":{"listChanged":true},"x-17":{}})";
  terms.features.roots = true;
  const auto body = [&]() -> Task<void> { (void)co_await lane(shared_key(terms.features)); };
  world.run(body());
  ASSERT_THAT(folder.lines("said"), SizeIs(1));
  EXPECT_THAT(folder.lines("said")[0],
              AllOf(HasSubstr(R"({"roots":{}})"), testing::Not(HasSubstr("x-17"))));
}

TEST_F(Lanes, end_in_good_order_when_their_session_does) {
  serve(legacy_script(folder));
  const auto body = [&]() -> Task<void> {
    (void)co_await lane("session");
    server->close_lane("session");
    const auto ended = [&] { return byes() == 1 && server->ended(); };
    EXPECT_TRUE(co_await world.until(ended));
  };
  world.run(body());
  EXPECT_EQ(alive(), 0U);
}

TEST_F(Lanes, end_in_good_order_when_the_server_leaves_the_config_but_not_before_its_calls) {
  serve(legacy_script(folder));
  const auto body = [&]() -> Task<void> {
    auto busy = co_await lane("busy");
    (void)co_await lane("idle");
    world.loop.spawn(call(busy, "slow"));
    co_await world.loop.turn();
    server->retire();
    const auto one_gone = [&] { return byes() == 1; };
    EXPECT_TRUE(co_await world.until(one_gone));
    EXPECT_FALSE(server->ended());
    EXPECT_EQ(answered, 0);
    EXPECT_FALSE(co_await lane("new"));
    EXPECT_THAT(error.error.what, HasSubstr("no longer in the config"));
    busy->abandon(last_call[busy.get()]);
    const auto ended = [&] { return byes() == 2 && server->ended(); };
    EXPECT_TRUE(co_await world.until(ended));
  };
  world.run(body());
}

TEST_F(Lanes, are_killed_if_they_do_not_end_when_told_to) {
  serve(legacy_script(folder, "trap '' TERM") + "; sleep 100; sleep 100");
  const auto body = [&]() -> Task<void> {
    (void)co_await lane("session");
    server->close();
    EXPECT_FALSE(server->ended());
    const auto ended = [&] { return server->ended(); };
    EXPECT_TRUE(co_await world.until(ended));
  };
  world.run(body());
  EXPECT_EQ(alive(), 0U);
}

TEST_F(Lanes, whose_client_went_while_they_were_opened_are_closed_again) {
  // The first hears everything and says nothing.
  const std::string first = "[ $(wc -l <" + folder.file("pids") + ") = 1 ]";
  serve(legacy_script(folder, "if " + first + "; then cat >/dev/null; exit; fi"));
  const auto body = [&]() -> Task<void> {
    bool told = false;
    const auto client = [&]() -> Task<void> {
      EXPECT_FALSE(co_await lane("session"));
      told = true;
    };
    world.loop.spawn(client());
    const auto started = [&] { return pids().size() == 1; };
    EXPECT_TRUE(co_await world.until(started));
    server->close_lane("session");
    const auto gone = [&] { return told && server->ended(); };
    EXPECT_TRUE(co_await world.until(gone));
    EXPECT_FALSE(server->find("session"));
    // It is no failure of the server's.
    EXPECT_TRUE(co_await lane("next"));
  };
  world.run(body());
  EXPECT_EQ(alive(), 1U);
}

TEST_F(Lanes, whose_owner_is_no_more_are_closed) {
  pace.look = 50ms;
  serve(legacy_script(folder));
  const auto body = [&]() -> Task<void> {
    auto owner = std::make_shared<int>(0);
    const std::weak_ptr<const void> weak = owner;
    (void)co_await lane("session", weak);
    co_await world.loop.sleep(300ms);
    EXPECT_TRUE(server->find("session"));
    owner.reset();
    const auto gone = [&] { return byes() == 1 && !server->find("session"); };
    EXPECT_TRUE(co_await world.until(gone));
  };
  world.run(body());
}

TEST_F(Lanes, that_are_being_opened_leave_nothing_behind_at_a_shutdown) {
  serve("sleep 1000 & echo $! >>" + folder.file("pids") + "; cat >/dev/null");
  const auto body = [&]() -> Task<void> {
    bool told = false;
    const auto client = [&]() -> Task<void> {
      EXPECT_FALSE(co_await lane(""));
      told = true;
    };
    world.loop.spawn(client());
    const auto started = [&] { return pids().size() == 1; };
    EXPECT_TRUE(co_await world.until(started));
    server->close();
    EXPECT_FALSE(server->ended());
    const auto ended = [&] { return told && server->ended(); };
    EXPECT_TRUE(co_await world.until(ended));
  };
  world.run(body());
  EXPECT_TRUE(has_ended(pids().at(0), 10'000));
}

TEST_F(Lanes, that_are_shared_are_closed_when_nobody_has_needed_them_for_a_while) {
  pace.look = 50ms;
  auto config = shell_server(legacy_script(folder));
  config.idle_timeout = 300ms;
  serve(config);
  const auto body = [&]() -> Task<void> {
    for (const char* key : {"", "like:r", "like:r#1", "session"}) (void)co_await lane(key);
    const auto only_one = [&] { return server->lanes().size() == 1 && byes() == 3; };
    EXPECT_TRUE(co_await world.until(only_one));
    EXPECT_TRUE(server->find("session"));
  };
  world.run(body());
}

TEST_F(Lanes, are_kept_while_they_are_lent_called_on_or_listened_to) {
  pace.look = 50ms;
  auto config = shell_server(legacy_script(folder));
  config.idle_timeout = 100ms;
  serve(config);
  const auto body = [&]() -> Task<void> {
    (void)co_await lease("like:s");
    (void)co_await lease("like:s");
    world.loop.spawn(call(co_await lane(""), "slow"));
    co_await world.loop.sleep(500ms);
    EXPECT_THAT(server->lanes(), SizeIs(3));
    house.listening = true;
    for (const auto& lane : server->lanes()) server->give_back(lane);
    const auto surplus_gone = [&] { return server->lanes().size() == 2; };
    EXPECT_TRUE(co_await world.until(surplus_gone));
    co_await world.loop.sleep(300ms);
    EXPECT_TRUE(server->find("like:s"));
  };
  world.run(body());
}

TEST_F(Lanes, of_a_program_are_bounded_and_spare_ones_make_way) {
  auto config = shell_server(legacy_script(folder));
  config.max_processes = 5;
  serve(config);
  const auto body = [&]() -> Task<void> {
    EXPECT_TRUE(co_await lane("like:r"));
    for (std::size_t i = 1; i < config.max_processes; ++i)
      EXPECT_TRUE(co_await lane("session" + std::to_string(i)));
    EXPECT_TRUE(co_await lane("one more"));
    EXPECT_FALSE(server->find("like:r"));
    EXPECT_FALSE(co_await lane("too many"));
    EXPECT_EQ(error.trouble, Trouble::kTooMany);
    EXPECT_THAT(base::to_line(error.error),
                AllOf(HasSubstr("it: it already has 5 processes"), HasSubstr("maxProcesses")));
    server->close_lane("session1");
    EXPECT_TRUE(co_await lane("next"));
  };
  world.run(body());
}

TEST_F(Lanes, take_no_more_calls_than_the_config_allows_and_say_so) {
  auto config = shell_server(legacy_script(folder));
  config.max_in_flight = 2;
  serve(config);
  const auto body = [&]() -> Task<void> {
    auto one = co_await lane("one");
    auto two = co_await lane("two");
    world.loop.spawn(call(one, "slow"));
    world.loop.spawn(call(two, "slow"));
    co_await world.loop.turn();
    const CallId first = last_call[one.get()];
    co_await call(one);
    EXPECT_EQ(answered, 1);
    EXPECT_EQ(error.trouble, Trouble::kTooMany);
    EXPECT_THAT(base::to_line(error.error), HasSubstr("mcpServers.it.maxInFlight"));
    Outgoing standing;
    standing.id = one->next_id();
    standing.message = rpc::request(std::to_string(standing.id), "tools/call");
    standing.stands = true;
    EXPECT_TRUE(co_await one->call(std::move(standing), nullptr));
    one->abandon(first);
    co_await world.loop.turn();
    error = {};
    co_await call(one);
    EXPECT_EQ(error.error.what, "");
    two->abandon(last_call[two.get()]);
    co_await world.loop.turn();
  };
  world.run(body());
}

// --- leases

TEST_F(Lanes, are_lent_to_one_at_a_time_and_further_ones_opened) {
  serve(legacy_script(folder));
  const auto body = [&]() -> Task<void> {
    const auto one = co_await lease("like:s");
    const auto two = co_await lease("like:s");
    EXPECT_NE(one, two);
    server->give_back(one);
    EXPECT_EQ(co_await lease("like:s"), one);
  };
  world.run(body());
  EXPECT_THAT(pids(), SizeIs(2));
}

TEST_F(Lanes, of_a_shared_server_are_one_and_who_may_be_asked_waits_for_it) {
  auto config = shell_server(legacy_script(folder));
  config.isolation = config::Isolation::kShared;
  serve(config);
  const auto body = [&]() -> Task<void> {
    const auto one = co_await lease("");
    std::vector<int> order;
    const auto waiter = [&](int number) -> Task<void> {
      const auto lane = co_await lease("");
      EXPECT_EQ(lane, one);
      order.push_back(number);
      server->give_back(lane);
    };
    world.loop.spawn(waiter(1));
    world.loop.spawn(waiter(2));
    co_await world.loop.sleep(200ms);
    EXPECT_TRUE(order.empty());
    server->give_back(one);
    world.loop.spawn(waiter(3));
    const auto all = [&] { return order.size() == 3; };
    EXPECT_TRUE(co_await world.until(all));
    EXPECT_THAT(order, testing::ElementsAre(1, 2, 3));
  };
  world.run(body());
  EXPECT_THAT(pids(), SizeIs(1));
}

TEST_F(Lanes, that_are_all_lent_are_not_waited_for_for_ever_nor_over_a_shutdown) {
  pace.lease_wait = 200ms;
  auto config = shell_server(legacy_script(folder));
  config.isolation = config::Isolation::kShared;
  serve(config);
  const auto body = [&]() -> Task<void> {
    (void)co_await lease("");
    EXPECT_FALSE(co_await lease(""));
    EXPECT_EQ(error.trouble, Trouble::kTooMany);
    EXPECT_THAT(error.error.what, HasSubstr("may ask the user"));
  };
  world.run(body());
}

}  // namespace
}  // namespace touchstone::upstream
