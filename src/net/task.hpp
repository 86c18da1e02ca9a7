// Task: what a coroutine of ours returns, and how it waits for the loop.
//
// One thread runs the loop, and whatever lives on it needs no locks. The executor's type is named
// instead of erased: it is the only one we have, and erasing it costs on every operation.
//
// A task begins when it is awaited and belongs to whoever awaits it. So a row of coroutines that
// wait for each other hangs on the first, which owns itself (Spawned, see Loop::spawn), and
// destroying that one frees them all. Whatever the last of them waits for (an operation of Asio, a
// Promise) holds a Resume, and a Resume that goes unused does just that. Nothing is thrown through
// a task: an exception that gets out of one is a bug and ends the program.
//
// Not Asio's own awaitable, which can also be cancelled, change its executor and carry exceptions:
// we need none of it, and it took a sixth of all instructions of a call.
//
// Rule for every co_await in the program: name it, then await it. No temporaries with destructors
// and no lambdas that capture by value inside the awaited expression; g++ 12 destroys them twice.
#pragma once

#include <coroutine>
#include <cstddef>
#include <exception>
#include <optional>
#include <tuple>
#include <utility>

#include <boost/asio/async_result.hpp>
#include <boost/asio/io_context.hpp>

#include "net/frames.hpp"

namespace touchstone::net {

namespace asio = boost::asio;

using Executor = asio::io_context::executor_type;

// What the promises of all our coroutines have in common.
struct Frame {
  std::coroutine_handle<> caller;  // goes on when this one is done
  std::coroutine_handle<> first;   // of the row; owns all of it

  static void* operator new(std::size_t size) { return Frames::here().take(size); }
  static void operator delete(void* frame, std::size_t size) noexcept {
    Frames::here().give_back(frame, size);
  }

  struct Done {
    [[nodiscard]] bool await_ready() const noexcept { return false; }
    template <typename Promise>
    [[nodiscard]] std::coroutine_handle<> await_suspend(
        std::coroutine_handle<Promise> self) const noexcept {
      return self.promise().caller;
    }
    void await_resume() const noexcept {}
  };
  [[nodiscard]] std::suspend_always initial_suspend() const noexcept { return {}; }
  [[nodiscard]] Done final_suspend() const noexcept { return {}; }
  [[noreturn]] void unhandled_exception() const noexcept { std::terminate(); }
};

template <typename T>
struct Returned : Frame {
  template <typename U>
  void return_value(U&& it) {
    value.emplace(std::forward<U>(it));
  }
  [[nodiscard]] T take() { return std::move(*value); }
  std::optional<T> value;
};
template <>
struct Returned<void> : Frame {
  void return_void() const noexcept {}
  void take() const noexcept {}
};

// Out of sight of the compiler on purpose. Where it sees the end of a task it puts the task's frame
// into the awaiting one, and that of an idle connection would hold those of all a request may need.
void destroy(std::coroutine_handle<> frame) noexcept;

template <typename T>
class [[nodiscard]] Task {
 public:
  struct promise_type : Returned<T> {  // NOLINT(readability-identifier-naming): the language's name
    Task get_return_object() { return Task(Handle::from_promise(*this)); }
  };

  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Task() {
    if (handle_) destroy(handle_);
  }

  // Once. The frame goes as soon as the value is there.
  auto operator co_await() && noexcept { return Awaiter{std::move(*this)}; }

 private:
  using Handle = std::coroutine_handle<promise_type>;
  struct Awaiter {
    Task task;
    [[nodiscard]] bool await_ready() const noexcept { return false; }
    template <typename Promise>
    [[nodiscard]] std::coroutine_handle<> await_suspend(
        std::coroutine_handle<Promise> caller) const noexcept {
      task.handle_.promise().caller = caller;
      task.handle_.promise().first = caller.promise().first;
      return task.handle_;
    }
    T await_resume() { return task.handle_.promise().take(); }
  };
  explicit Task(Handle handle) : handle_(handle) {}

  Handle handle_;
};

// The first of a row: begins when resumed, and frees itself at its end.
struct Spawned {
  struct promise_type : Frame {  // NOLINT(readability-identifier-naming): the language's name
    Spawned get_return_object() {
      const auto self = std::coroutine_handle<promise_type>::from_promise(*this);
      first = self;
      return {self};
    }
    [[nodiscard]] std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
  };
  std::coroutine_handle<promise_type> handle;
};

// Lets a coroutine go on, once; if it is destroyed before, all that wait for that coroutine go too.
class Resume {
 public:
  template <typename Promise>
  explicit Resume(std::coroutine_handle<Promise> last)
      : last_(last), first_(last.promise().first) {}
  Resume(Resume&& other) noexcept
      : last_(std::exchange(other.last_, nullptr)), first_(other.first_) {}
  ~Resume() {
    if (last_) first_.destroy();
  }
  void operator()() { std::exchange(last_, nullptr).resume(); }

 private:
  std::coroutine_handle<> last_, first_;
};

// The completion token of every operation of Asio: what it results in comes back as a tuple, errors
// as values.
struct Await {};
inline constexpr Await kAwait;

template <typename Initiation, typename Arguments, typename... Results>
class Operation {
 public:
  Operation(Initiation initiation, Arguments arguments)
      : initiation_(std::move(initiation)), arguments_(std::move(arguments)) {}

  [[nodiscard]] bool await_ready() const noexcept { return false; }
  template <typename Promise>
  void await_suspend(std::coroutine_handle<Promise> self) {
    std::apply(
        [&](auto&&... arguments) {
          std::move(initiation_)(Completion{Resume(self), &results_}, std::move(arguments)...);
        },
        std::move(arguments_));
  }
  std::tuple<Results...> await_resume() { return std::move(*results_); }

 private:
  using Outcome = std::optional<std::tuple<Results...>>;
  struct Completion {
    Resume resume;
    Outcome* outcome;
    void operator()(Results... results) {
      outcome->emplace(std::move(results)...);
      resume();
    }
  };

  Initiation initiation_;
  Arguments arguments_;
  Outcome results_;
};

}  // namespace touchstone::net

template <typename... Results>
struct boost::asio::async_result<touchstone::net::Await, void(Results...)> {
  template <typename Initiation, typename... Arguments>
  static auto initiate(Initiation&& initiation, touchstone::net::Await /*token*/,
                       Arguments&&... arguments) {
    using Kept = std::tuple<std::decay_t<Arguments>...>;
    return touchstone::net::Operation<std::decay_t<Initiation>, Kept, std::decay_t<Results>...>(
        std::forward<Initiation>(initiation), Kept(std::forward<Arguments>(arguments)...));
  }
};
