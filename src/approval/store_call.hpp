// done_of(): a coroutine waits for what a store brings on a thread of its own.
//
//   auto asked = done_of<bool>(loop, [&](store::Done<bool> done) {
//     store.end_session(key, now, std::move(done));
//   });
//   const base::Result<bool> ended = co_await std::move(asked);
//
// The coroutine goes on in a later turn of the loop, also if the store answers inside the call. If
// the loop ends first, and with it whoever waits, what the store brings then is dropped: the store
// may outlive the loop, and be in the middle of an answer while it ends. What was asked for is done
// all the same. Only for the loop's thread.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "net/loop.hpp"
#include "net/promise.hpp"
#include "store/store.hpp"

namespace touchstone::approval {

// The way from a thread of the store to the loop, as long as somebody waits at its end.
class Crossing {
 public:
  explicit Crossing(net::Loop& loop) : loop_(&loop) {}
  Crossing(const Crossing&) = delete;

  void close();  // by the loop's thread; nothing crosses after it

 protected:
  ~Crossing() = default;
  // Under a lock, so that the loop cannot go in the middle: `load` first, then the post of `work`.
  void cross(const std::function<void()>& load, std::function<void()> work);
  [[nodiscard]] bool open();

 private:
  std::mutex mutex_;
  net::Loop* loop_;
};

template <typename T>
class Arrival final : public Crossing, public std::enable_shared_from_this<Arrival<T>> {
 public:
  using Value = base::Result<T>;
  Arrival(net::Loop& loop, net::Promise<Value>& promise) : Crossing(loop), promise_(promise) {}

  void bring(Value value) {
    cross(
        [&] {
          if (!value_) value_.emplace(std::move(value));
        },
        [self = this->shared_from_this()] { self->arrive(); });
  }

 private:
  void arrive() {
    if (open()) promise_.keep(std::move(*value_));
  }

  net::Promise<Value>& promise_;  // lives as long as the way is open
  std::optional<Value> value_;
};

template <typename T, typename Ask>
[[nodiscard]] net::Task<base::Result<T>> done_of(net::Loop& loop, Ask ask) {
  net::Promise<base::Result<T>> promise(loop.executor());
  const auto arrival = std::make_shared<Arrival<T>>(loop, promise);
  const struct Closer {
    Crossing& crossing;
    ~Closer() { crossing.close(); }
  } closer{*arrival};
  ask(store::Done<T>([arrival](base::Result<T> value) { arrival->bring(std::move(value)); }));
  co_return co_await promise.wait();
}

}  // namespace touchstone::approval
