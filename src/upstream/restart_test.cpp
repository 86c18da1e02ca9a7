// Servers that fail: who is told what, and when they are tried again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "upstream/server_for_test.hpp"

namespace touchstone::upstream {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using namespace std::chrono_literals;

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
  serve_sometimes();
  set_broken(true);
  const auto body = [&]() -> Task<void> {
    (void)co_await lane("");
    (void)co_await lane("");
    const auto tried = pids().size();
    EXPECT_FALSE(co_await lane(""));  // told at once, and nothing is started
    EXPECT_EQ(pids().size(), tried);
    EXPECT_EQ(error.trouble, Trouble::kRefused);
    EXPECT_THAT(error.error.what, HasSubstr("failed 2 times in a row"));
    EXPECT_THAT(error.error.remedy, HasSubstr("tried again in 0."));
    co_await world.loop.sleep(500ms);
    EXPECT_FALSE(co_await lane(""));
    EXPECT_GT(pids().size(), tried);
    EXPECT_FALSE(co_await lane(""));
    EXPECT_THAT(error.error.what, HasSubstr("failed 3 times in a row"));
    set_broken(false);
    co_await world.loop.sleep(900ms);
    EXPECT_TRUE(co_await lane(""));
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
  pace.first_pause = 30s;
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

}  // namespace
}  // namespace touchstone::upstream
