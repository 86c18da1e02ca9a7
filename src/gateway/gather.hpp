// gather(): several tasks at once, and what they have brought when time is up.
//
// Tasks that are late go on by themselves; what they bring is dropped. So a task must own what it
// uses, by value or shared.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "net/loop.hpp"
#include "net/promise.hpp"

namespace touchstone::gateway {

template <typename T>
struct Gathered {
  Gathered(net::Executor executor, std::size_t count)
      : results(count), left(count), done(executor) {}
  std::vector<std::optional<T>> results;
  std::size_t left;
  net::Promise<bool> done;
};

template <typename T>
net::Task<void> gather_one(std::shared_ptr<Gathered<T>> all, std::size_t index, net::Task<T> task) {
  auto result = co_await std::move(task);
  all->results[index] = std::move(result);
  if (--all->left == 0) all->done.keep(true);
}

template <typename T>
net::Task<std::vector<std::optional<T>>> gather(net::Loop& loop, std::vector<net::Task<T>> tasks,
                                                net::Duration deadline) {
  const auto all = std::make_shared<Gathered<T>>(loop.executor(), tasks.size());
  if (tasks.empty()) all->done.keep(true);
  for (std::size_t i = 0; i < tasks.size(); ++i)
    loop.spawn(gather_one<T>(all, i, std::move(tasks[i])));
  const net::Alarm alarm = loop.after(deadline, [all] { all->done.keep(false); });
  (void)co_await all->done.wait();
  co_return all->results;  // a copy: late ones still write into theirs
}

}  // namespace touchstone::gateway
