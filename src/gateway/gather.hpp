// gather(): several tasks at once, and what they have brought when time is up.
//
// Some are waited for, within the deadline; the others only run beside them. Whatever is late goes
// on by itself and what it brings is dropped. So a task must own what it uses, by value or shared.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "net/loop.hpp"
#include "net/promise.hpp"

namespace touchstone::gateway {

template <typename T>
struct Gathered {
  Gathered(const net::Executor& executor, std::size_t count, std::size_t waited)
      : results(count), left(waited), done(executor) {}
  std::vector<std::optional<T>> results;
  std::size_t left;
  net::Promise<bool> done;
};

template <typename T>
struct Errands {
  void add(net::Task<T> task, bool wait = true) {
    tasks.push_back(std::move(task));
    waited_for.push_back(wait);
  }
  std::vector<net::Task<T>> tasks;
  std::vector<bool> waited_for;
};

template <typename T>
net::Task<void> gather_one(std::shared_ptr<Gathered<T>> all, std::size_t index, bool waited_for,
                           net::Task<T> task) {
  auto result = co_await std::move(task);
  all->results[index] = std::move(result);
  if (waited_for && --all->left == 0) all->done.keep(true);
}

template <typename T>
net::Task<std::vector<std::optional<T>>> gather(net::Loop& loop, Errands<T> errands,
                                                net::Duration deadline) {
  const auto waited = static_cast<std::size_t>(std::ranges::count(errands.waited_for, true));
  const auto all = std::make_shared<Gathered<T>>(loop.executor(), errands.tasks.size(), waited);
  if (waited == 0) all->done.keep(true);
  for (std::size_t i = 0; i < errands.tasks.size(); ++i)
    loop.spawn(gather_one<T>(all, i, errands.waited_for[i], std::move(errands.tasks[i])));
  const net::Alarm alarm = loop.after(deadline, [all] { all->done.keep(false); });
  (void)co_await all->done.wait();
  co_return all->results;  // a copy: late ones still write into theirs
}

}  // namespace touchstone::gateway
