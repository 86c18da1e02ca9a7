// Loop: the one thread's event loop, its coarse clock, and its alarms.
//
// Alarms are coarse on purpose (a tick is 50 ms): a timer of Asio costs a system call whenever the
// earliest one changes, which would be on every call that passes through the gateway. Everything
// here belongs to the thread that runs the loop; post() is the way in from others.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "net/task.hpp"

namespace touchstone::net {

using Clock = std::chrono::steady_clock;
using Duration = std::chrono::milliseconds;

class Loop;

// A thing to do later. Destroying or resetting it calls it off.
class Alarm {
 public:
  Alarm() = default;
  Alarm(Alarm&& other) noexcept { *this = std::move(other); }
  Alarm& operator=(Alarm&& other) noexcept;
  ~Alarm() { reset(); }
  void reset();
  explicit operator bool() const { return loop_ != nullptr; }

 private:
  friend class Loop;
  Alarm(Loop* loop, Clock::time_point when, std::uint64_t number)
      : loop_(loop), when_(when), number_(number) {}
  Loop* loop_ = nullptr;
  Clock::time_point when_;
  std::uint64_t number_ = 0;
};

class Loop {
 public:
  Loop();
  ~Loop();
  Loop(const Loop&) = delete;

  void run();   // until stop() or nothing is left to do
  void stop();  // from the loop's thread
  // Frees every coroutine, handler and alarm that is left, with all they hold; nothing runs after
  // it. For an owner of things that coroutines refer to, before those things go.
  void end();
  [[nodiscard]] asio::io_context& context() { return context_; }
  [[nodiscard]] Executor executor() { return context_.get_executor(); }

  // Starts a coroutine that nobody waits for. What it throws ends the program: it is a bug.
  void spawn(Task<void> task);
  void post(std::function<void()> work);  // from any thread; in the order of each
  // When what is ready now has had its turn; at once if this thread is in none of the loop's.
  void after_turn(std::function<void()> work);

  [[nodiscard]] Alarm after(Duration delay, std::function<void()> work);
  [[nodiscard]] Task<void> sleep(Duration delay);
  // Lets whatever else is ready go first; for work that comes in long runs.
  [[nodiscard]] Task<void> turn();

 private:
  friend class Alarm;
  struct Context final : asio::io_context {
    Context() : asio::io_context(1) {}
    using asio::io_context::shutdown;
  };
  using Key = std::pair<Clock::time_point, std::uint64_t>;
  void arm();
  void ring();
  void take_in();

  // Outlives the context, which takes suspended coroutines and the Alarms in them along.
  std::map<Key, std::function<void()>> alarms_;
  Context context_;
  asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor> timer_;
  std::uint64_t next_number_ = 1;
  Clock::time_point wakes_at_;
  bool armed_ = false;
  // From other threads. Asio is told of the first; what comes before that has its turn goes with
  // it.
  std::mutex door_;
  std::vector<std::function<void()>> came_in_;
};

}  // namespace touchstone::net
