#include "net/loop.hpp"

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>

#include "net/within.hpp"

namespace touchstone::net {
namespace {

constexpr Duration kTick(50);

// The loop has something to do as long as `work` is there.
template <typename Work>
Spawned own(Work work, Task<void> task) {
  (void)work;
  co_await std::move(task);
}

}  // namespace

Alarm& Alarm::operator=(Alarm&& other) noexcept {
  if (this == &other) return *this;
  reset();
  loop_ = std::exchange(other.loop_, nullptr);
  when_ = other.when_;
  number_ = other.number_;
  return *this;
}

void Alarm::reset() {
  if (auto* loop = std::exchange(loop_, nullptr)) loop->alarms_.erase({when_, number_});
}

Loop::Loop() : timer_(context_.get_executor()) {}
Loop::~Loop() { end(); }

void Loop::run() { context_.run(); }
void Loop::stop() { context_.stop(); }

void Loop::end() {
  context_.stop();
  context_.shutdown();
  // What an alarm holds may itself hold alarms, which call themselves off as they go.
  const auto last = std::exchange(alarms_, {});
  std::vector<std::function<void()>> unheard;
  const std::lock_guard lock(door_);
  unheard.swap(came_in_);
}

void Loop::spawn(Task<void> task) {
  const auto work = asio::require(executor(), asio::execution::outstanding_work.tracked);
  const Spawned spawned = own(work, std::move(task));
  asio::dispatch(executor(), Resume(spawned.handle));
}

void Loop::post(std::function<void()> work) {
  if (executor().running_in_this_thread()) return asio::post(executor(), std::move(work));
  std::unique_lock lock(door_);
  came_in_.push_back(std::move(work));
  const bool is_first = came_in_.size() == 1;
  lock.unlock();
  if (is_first) asio::post(executor(), [this] { take_in(); });
}

void Loop::take_in() {
  std::unique_lock lock(door_);
  const auto all = std::exchange(came_in_, {});
  lock.unlock();
  for (const auto& work : all) work();
}

void Loop::after_turn(std::function<void()> work) {
  if (executor().running_in_this_thread()) return asio::post(executor(), std::move(work));
  work();
}

Alarm Loop::after(Duration delay, std::function<void()> work) {
  const auto when = Clock::now() + delay;
  const std::uint64_t number = next_number_++;
  alarms_.emplace(Key{when, number}, std::move(work));
  arm();
  return Alarm(this, when, number);
}

// Wakes each tick while an alarm is near and seldom otherwise; not at all without alarms. Only an
// alarm that falls into a long sleep costs a system call.
void Loop::arm() {
  if (alarms_.empty()) return;
  const auto first = alarms_.begin()->first.first;
  if (armed_ && first + kTick >= wakes_at_) return;
  armed_ = true;
  wakes_at_ = std::max(first, Clock::now()) + kTick;
  timer_.expires_at(wakes_at_);
  timer_.async_wait([this](const boost::system::error_code& failed) {
    if (failed) return;
    armed_ = false;
    ring();
    arm();
  });
}

void Loop::ring() {
  const auto now = Clock::now();
  while (!alarms_.empty() && alarms_.begin()->first.first <= now) {
    const auto work = std::move(alarms_.begin()->second);
    alarms_.erase(alarms_.begin());
    work();
  }
}

Task<void> Loop::sleep(Duration delay) {
  Promise<bool> never(executor());
  (void)co_await within(*this, delay, never);
}

Task<void> Loop::turn() { (void)co_await asio::post(executor(), kAwait); }

}  // namespace touchstone::net
