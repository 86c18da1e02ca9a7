#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "net/loop.hpp"
#include "net/promise.hpp"

namespace touchstone::net {
namespace {

// Tells when it is destroyed, that is, when the frame it lives in is.
struct Witness {
  Witness(std::string& log, char name) : log(log), name(name) {}
  Witness(const Witness&) = delete;
  ~Witness() { log += name; }
  std::string& log;
  char name;
};

Task<int> inner(std::string& log, Promise<int>& promise) {
  const Witness witness(log, 'i');
  co_return co_await promise.wait();
}

Task<void> outer(std::string& log, Promise<int>& promise) {
  const Witness witness(log, 'o');
  const int value = co_await inner(log, promise);
  log += std::to_string(value);
}

TEST(Task, begins_when_it_is_awaited_and_goes_when_it_is_done) {
  Loop loop;
  std::string log;
  Promise<int> promise(loop.executor());
  loop.spawn(outer(log, promise));
  promise.keep(7);
  EXPECT_EQ(log, "");  // the loop does not run yet
  loop.run();
  EXPECT_EQ(log, "i7o");
}

TEST(Task, that_nobody_awaits_never_begins) {
  Loop loop;
  std::string log;
  Promise<int> promise(loop.executor());
  { auto task = outer(log, promise); }
  EXPECT_EQ(log, "");
}

TEST(Task, a_loop_that_ends_frees_the_whole_row_that_waits) {
  std::string log;
  {
    Loop loop;
    Promise<int> promise(loop.executor());
    loop.spawn(outer(log, promise));
    const Alarm alarm = loop.after(Duration(1), [&] { loop.stop(); });
    loop.run();
    EXPECT_EQ(log, "");
    loop.end();
    EXPECT_EQ(log, "io");
  }
  EXPECT_EQ(log, "io");
}

TEST(Task, a_loop_that_never_ran_frees_what_was_spawned) {
  const auto held = std::make_shared<int>(0);
  {
    Loop loop;
    const auto hold = [](std::shared_ptr<int> it) -> Task<void> {
      ++*it;
      co_return;
    };
    loop.spawn(hold(held));
    EXPECT_EQ(held.use_count(), 2);
  }
  EXPECT_EQ(held.use_count(), 1);
  EXPECT_EQ(*held, 0);
}

// Were each return a call deeper, this would need some hundred megabytes of stack.
TEST(Task, a_long_row_of_tasks_that_need_not_wait_needs_no_stack) {
  Loop loop;
  int sum = 0;
  const auto one = []() -> Task<int> { co_return 1; };
  const auto all = [&]() -> Task<void> {
    for (int i = 0; i < 1'000'000; ++i) sum += co_await one();
  };
  loop.spawn(all());
  loop.run();
  EXPECT_EQ(sum, 1'000'000);
}

TEST(Frames, keep_a_bounded_number_of_bytes) {
  Frames frames;
  std::vector<void*> taken;
  for (int i = 0; i < 1'000; ++i) taken.push_back(frames.take(3'000));
  for (void* frame : taken) frames.give_back(frame, 3'000);
  EXPECT_LE(frames.kept(), Frames::kMostKept);
  taken.clear();
  for (int i = 0; i < 1'000; ++i) taken.push_back(frames.take(2'990));
  EXPECT_EQ(frames.kept(), 0U);
  for (void* frame : taken) ::operator delete(frame);
}

}  // namespace
}  // namespace touchstone::net
