// Servers that fail: who is told what, and when they are tried again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "upstream/server_for_test.hpp"

namespace touchstone::upstream {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using namespace std::chrono_literals;

// A busy machine may stand still for a second or two. What must come before a pause or a time-out
// is over has much longer for it.
constexpr auto kNotSatOut = 30s;
constexpr auto kToldAtOnce = 20s;

class Restarts : public ServerTest {
 protected:
  // Starts badly as long as the file "broken" is there.
  void serve_sometimes() {
    serve(legacy_script(folder, "if [ -e " + folder.file("broken") + " ]; then exit 1; fi"));
  }
  void set_broken(bool broken) {
    if (broken) {
      std::ofstream(folder.file("broken")) << "yes";
    } else {
      std::filesystem::remove(folder.file("broken"));
    }
  }
  Task<void> kill_it(LanePtr lane) {
    ::kill(pids().back(), SIGKILL);
    const auto dead = [&] { return !lane->is_open() && server->lanes().empty(); };
    EXPECT_TRUE(co_await world.until(dead));
  }
};

TEST_F(Restarts, a_server_that_died_is_started_again_for_the_next_who_needs_it) {
  serve_sometimes();
  const auto body = [&]() -> Task<void> {
    auto first = co_await lane("");
    world.loop.spawn(call(first, "slow"));
    co_await world.loop.turn();
    co_await kill_it(first);
    const auto told = [&] { return answered == 1; };
    EXPECT_TRUE(co_await world.until(told));
    EXPECT_EQ(error.trouble, Trouble::kEnded);
    auto second = co_await lane("");
    EXPECT_TRUE(second);
    error = {};
    co_await call(second);
    EXPECT_EQ(error.error.what, "");
  };
  world.run(body());
  EXPECT_THAT(pids(), SizeIs(2));
}

TEST_F(Restarts, a_server_that_keeps_failing_is_left_alone_for_longer_and_longer) {
  pace.first_pause = 400ms;
  pace.short_pause = 0ms;
  serve_sometimes();
  set_broken(true);
  const auto body = [&]() -> Task<void> {
    (void)co_await lane("");
    const auto began = net::Clock::now();
    (void)co_await lane("");
    EXPECT_THAT(world.logged(), HasSubstr("next try in 0.4 s"));
    const auto tried = pids().size();
    while (pids().size() == tried) {
      EXPECT_FALSE(co_await lane(""));
      co_await world.loop.sleep(10ms);
    }
    EXPECT_GE(net::Clock::now() - began, 400ms);
    EXPECT_THAT(world.logged(), HasSubstr("next try in 0.8 s"));
    set_broken(false);
    LanePtr opened;
    while (!opened) {
      co_await world.loop.sleep(10ms);
      opened = co_await lane("");
    }
    EXPECT_GE(net::Clock::now() - began, 1'200ms);
  };
  world.run(body());
}

TEST_F(Restarts, a_pause_that_is_soon_over_is_sat_out_by_all_who_come) {
  pace.first_pause = 400ms;
  serve_sometimes();
  set_broken(true);
  const auto body = [&]() -> Task<void> {
    (void)co_await lane("");
    const auto began = net::Clock::now();
    (void)co_await lane("");
    set_broken(false);
    int opened = 0;
    const auto other = [&]() -> Task<void> { opened += co_await lane("") ? 1 : 0; };
    world.loop.spawn(other());
    const auto here = co_await lane("");
    EXPECT_TRUE(here) << error.error.what;
    EXPECT_GE(net::Clock::now() - began, 400ms);
    const auto both = [&] { return opened == 1; };
    EXPECT_TRUE(co_await world.until(both));
  };
  world.run(body());
  EXPECT_EQ(house.opened_lanes, 1);
}

TEST_F(Restarts, a_longer_pause_is_told_at_once) {
  pace.first_pause = kNotSatOut;
  serve_sometimes();
  set_broken(true);
  const auto body = [&]() -> Task<void> {
    (void)co_await lane("");
    (void)co_await lane("");
    const auto tried = pids().size();
    const auto began = net::Clock::now();
    EXPECT_FALSE(co_await lane(""));
    EXPECT_LT(net::Clock::now() - began, kToldAtOnce);
    EXPECT_EQ(pids().size(), tried) << "nothing is started";
    EXPECT_EQ(error.trouble, Trouble::kRefused);
    EXPECT_THAT(error.error.what, HasSubstr("failed 2 times in a row"));
    EXPECT_THAT(error.error.remedy, HasSubstr("it is tried again in "));
  };
  world.run(body());
}

TEST_F(Restarts, the_pause_has_the_configs_bound) {
  pace.first_pause = 10s;
  auto config = shell_server("exit 1");
  config.restart_max = 100ms;
  serve(config);
  const auto body = [&]() -> Task<void> {
    for (int i = 0; i < 3; ++i) {
      (void)co_await lane("");
      EXPECT_EQ(error.trouble, Trouble::kEnded) << error.error.what;
      co_await world.loop.sleep(200ms);
    }
  };
  world.run(body());
}

TEST_F(Restarts, failures_of_long_ago_do_not_count_once_a_lane_has_done_well) {
  pace.first_pause = 100ms;
  pace.proven = 300ms;
  serve_sometimes();
  set_broken(true);
  const auto body = [&]() -> Task<void> {
    for (int i = 0; i < 3; ++i) {
      (void)co_await lane("");
      co_await world.loop.sleep(300ms);
    }
    set_broken(false);
    co_await world.loop.sleep(500ms);
    auto good = co_await lane("session");
    EXPECT_TRUE(good);
    co_await world.loop.sleep(500ms);
    server->close_lane("session");  // in order: nobody counts this
    set_broken(true);
    (void)co_await lane("");
    set_broken(false);
    EXPECT_TRUE(co_await lane("")) << error.error.what;  // the first failure costs no pause
  };
  world.run(body());
}

TEST_F(Restarts, a_lane_that_ran_for_long_is_proven_though_another_opened_just_now) {
  pace.first_pause = kNotSatOut;
  pace.proven = 500ms;
  serve_sometimes();
  const auto body = [&]() -> Task<void> {
    set_broken(true);
    (void)co_await lane("");
    set_broken(false);
    auto old = co_await lane("old");
    const pid_t pid = pids().back();
    co_await world.loop.sleep(700ms);
    (void)co_await lane("new");
    ::kill(pid, SIGKILL);
    const auto dead = [&] { return server->lanes().size() == 1; };
    EXPECT_TRUE(co_await world.until(dead));
    EXPECT_TRUE(co_await lane("old")) << error.error.what;
  };
  world.run(body());
}

class Health : public Restarts {
 protected:
  void serve_watched() {
    auto config = shell_server(legacy_script(folder));
    config.health_timeout = 2'400ms;  // much longer than it takes to answer a ping
    serve(config);
  }
};

TEST_F(Health, a_server_that_stopped_is_given_up_and_started_anew) {
  serve_watched();
  const auto body = [&]() -> Task<void> {
    auto first = co_await lane("");
    co_await call(first);
    EXPECT_EQ(server->status().state, "running");
    ::kill(pids().back(), SIGSTOP);
    co_await call(first);
    EXPECT_EQ(error.trouble, Trouble::kEnded);
    EXPECT_THAT(error.error.what, HasSubstr("nor did it answer a ping"));
    EXPECT_EQ(server->status().state, "failing");
    EXPECT_THAT(server->status().last_error, HasSubstr("ping"));
    auto second = co_await lane("");
    EXPECT_TRUE(second && second != first);
    error = {};
    co_await call(second);
    EXPECT_EQ(error.error.what, "");
    EXPECT_EQ(server->status().restarts, 1U);
    const auto gone = [&] { return has_ended(pids().front()); };
    EXPECT_TRUE(co_await world.until(gone));
  };
  world.run(body());
}

TEST_F(Health, a_server_that_is_busy_and_answers_pings_is_left_alone) {
  serve_watched();
  const auto body = [&]() -> Task<void> {
    auto one = co_await lane("");
    world.loop.spawn(call(one, "slow"));
    co_await world.loop.sleep(3s);
    EXPECT_EQ(answered, 0);
    EXPECT_TRUE(one->is_open());
    server->close();
    const auto told = [&] { return answered == 1; };
    EXPECT_TRUE(co_await world.until(told));
  };
  world.run(body());
  EXPECT_THAT(pids(), SizeIs(1));
}

TEST_F(Health, a_start_that_took_too_long_is_not_waited_for_at_every_call) {
  auto config = shell_server("sleep 60");
  config.start_timeout = 2'000ms;  // and so long is the pause
  pace.short_pause = 0ms;
  serve(config);
  const auto body = [&]() -> Task<void> {
    EXPECT_FALSE(co_await lane(""));
    EXPECT_EQ(error.trouble, Trouble::kTimeout);
    EXPECT_THAT(error.error.remedy, HasSubstr("startTimeout"));
    EXPECT_FALSE(co_await lane(""));
    EXPECT_EQ(error.trouble, Trouble::kRefused);  // at once
  };
  world.run(body());
}

}  // namespace
}  // namespace touchstone::upstream
