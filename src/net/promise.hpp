// Promise<T>: a value that one coroutine waits for and somebody else brings.
//
// One waiter, one value, both on the loop's thread. The waiter goes on in a later turn of the loop,
// never inside keep(): whoever brings the value need not fear what runs next. Bringing a second
// value does nothing. The promise must outlive the wait; a loop that goes frees those who still
// wait.
#pragma once

#include <optional>
#include <utility>

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
    if (waiter_) asio::post(executor_, std::move(*waiter_));
  }
  [[nodiscard]] bool kept() const { return value_.has_value(); }

  // To be awaited, once.
  auto wait() { return Wait{*this}; }

 private:
  struct Wait {
    Promise& promise;
    [[nodiscard]] bool await_ready() const { return promise.kept(); }
    template <typename Waiter>
    void await_suspend(std::coroutine_handle<Waiter> self) const {
      promise.waiter_.emplace(self);
      promise.enter(promise.executor_);
    }
    [[nodiscard]] T await_resume() const { return std::move(*promise.value_); }
  };

  // A copy of its own: what it frees may be this very promise.
  void abandon() override {
    const Resume last = std::move(*waiter_);
    (void)last;
  }

  Executor executor_;
  std::optional<T> value_;
  std::optional<Resume> waiter_;
};

}  // namespace touchstone::net
