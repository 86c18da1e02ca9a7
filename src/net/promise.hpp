// Promise<T>: a value that one coroutine waits for and somebody else brings.
//
// One waiter, one value, both on the loop's thread. The waiter goes on in a later turn of the loop,
// never inside keep(): whoever brings the value need not fear what runs next. Bringing a second
// value does nothing. The promise must outlive the wait; a loop that goes frees those who still
// wait.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>

#include "net/task.hpp"
#include "net/waiting.hpp"

namespace touchstone::net {

template <typename T>
class Promise final : Waiting::Place {
 public:
  explicit Promise(const Executor& executor) : executor_(executor) {}
  Promise(const Promise&) = delete;

  void keep(T value) {
    if (value_) return;
    value_.emplace(std::move(value));
    leave();
    if (auto waiter = std::move(waiter_)) waiter->resume(executor_);
  }
  [[nodiscard]] bool kept() const { return value_.has_value(); }

  Task<T> wait() {
    if (!value_) {
      const auto token = asio::use_awaitable_t<Executor>();
      co_await asio::async_initiate<const asio::use_awaitable_t<Executor>, void()>(
          [this](auto handler) {
            using Handler = decltype(handler);
            waiter_ = std::make_unique<WaiterOf<Handler>>(std::move(handler));
            enter(executor_);
          },
          token);
    }
    co_return std::move(*value_);
  }

 private:
  struct Waiter {
    virtual ~Waiter() = default;
    virtual void resume(Executor executor) = 0;
  };
  template <typename Handler>
  struct WaiterOf final : Waiter {
    explicit WaiterOf(Handler then) : handler(std::move(then)) {}
    void resume(Executor executor) override { asio::post(executor, std::move(handler)); }
    Handler handler;
  };

  void abandon() override { const auto last = std::move(waiter_); }

  Executor executor_;
  std::optional<T> value_;
  std::unique_ptr<Waiter> waiter_;
};

}  // namespace touchstone::net
