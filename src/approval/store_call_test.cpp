#include "approval/store_call.hpp"

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace touchstone::approval {
namespace {

using store::Done;

// A store's thread, as far as waiting for it goes.
class Elsewhere {
 public:
  ~Elsewhere() {
    for (auto& thread : threads_) thread.join();
  }
  template <typename Work>
  void run(Work work) {
    threads_.emplace_back(std::move(work));
  }

 private:
  std::vector<std::thread> threads_;
};

// What a coroutine has of a call, written as the callers write it.
template <typename T, typename Ask>
net::Task<void> wait_for(net::Loop& loop, Ask ask, std::optional<base::Result<T>>& into) {
  auto asked = done_of<T>(loop, ask);
  into = co_await std::move(asked);
}

TEST(StoreCall, brings_what_another_thread_says) {
  Elsewhere elsewhere;
  net::Loop loop;
  std::optional<base::Result<int>> heard;
  const auto ask = [&](const Done<int>& done) { elsewhere.run([done] { done(7); }); };
  loop.spawn(wait_for<int>(loop, ask, heard));
  loop.run();
  ASSERT_TRUE(heard && *heard);
  EXPECT_EQ(**heard, 7);
}

TEST(StoreCall, brings_an_error_as_it_is) {
  Elsewhere elsewhere;
  net::Loop loop;
  std::optional<base::Result<std::string>> heard;
  const auto ask = [&](const Done<std::string>& done) {
    elsewhere.run([done] { done(base::fail("the disk is full")); });
  };
  loop.spawn(wait_for<std::string>(loop, ask, heard));
  loop.run();
  ASSERT_TRUE(heard);
  EXPECT_EQ(heard->error().what, "the disk is full");
}

TEST(StoreCall, takes_an_answer_from_inside_the_call) {
  net::Loop loop;
  std::optional<base::Result<void>> heard;
  loop.spawn(wait_for<void>(
      loop, [](const Done<void>& done) { done(base::fail("too much is waiting")); }, heard));
  EXPECT_FALSE(heard);  // not before the loop turns
  loop.run();
  ASSERT_TRUE(heard);
  EXPECT_EQ(heard->error().what, "too much is waiting");
}

TEST(StoreCall, a_second_answer_changes_nothing) {
  net::Loop loop;
  std::optional<base::Result<int>> heard;
  loop.spawn(wait_for<int>(
      loop,
      [](const Done<int>& done) {
        done(1);
        done(2);
      },
      heard));
  loop.run();
  ASSERT_TRUE(heard && *heard);
  EXPECT_EQ(**heard, 1);
}

TEST(StoreCall, an_answer_after_the_loop_is_gone_is_dropped) {
  Done<int> late;
  std::optional<base::Result<int>> heard;
  {
    net::Loop loop;
    loop.spawn(wait_for<int>(
        loop, [&](Done<int> done) { late = std::move(done); }, heard));
    const net::Alarm alarm = loop.after(net::Duration(1), [&] { loop.stop(); });
    loop.run();
    ASSERT_TRUE(late);
  }
  late(7);
  EXPECT_FALSE(heard);
}

TEST(StoreCall, an_answer_on_its_way_when_the_loop_ends_is_dropped) {
  std::optional<base::Result<int>> heard;
  Done<int> kept;
  net::Loop loop;
  loop.spawn(wait_for<int>(
      loop, [&](Done<int> done) { kept = std::move(done); }, heard));
  const net::Alarm alarm = loop.after(net::Duration(1), [&] { loop.stop(); });
  loop.run();
  kept(7);  // posted, and never run
  loop.end();
  kept(8);
  EXPECT_FALSE(heard);
}

// The store answers from its thread at the very moment at which the loop goes, many times.
TEST(StoreCall, a_loop_may_end_while_answers_come_in) {
  for (int i = 0; i < 200; ++i) {
    std::atomic<bool> go = false;
    Elsewhere elsewhere;  // after what its threads look at
    std::vector<std::optional<base::Result<int>>> heard(8);
    auto loop = std::make_unique<net::Loop>();
    for (auto& into : heard) {
      const auto ask = [&](const Done<int>& done) {
        elsewhere.run([&go, done] {
          while (!go) std::this_thread::yield();
          done(1);
        });
      };
      loop->spawn(wait_for<int>(*loop, ask, into));
    }
    loop->post([&] {
      go = true;
      loop->stop();
    });
    loop->run();
    loop.reset();
  }
}

}  // namespace
}  // namespace touchstone::approval
