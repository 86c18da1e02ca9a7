// gather(): several tasks at once, and what they have brought when time is up.
//
// Some are waited for; the others only run beside them. Time is up `first` after the beginning, and
// `grace` after the first of all has brought something good. Whatever is late goes on by itself and
// what it brings is dropped. So a task must own what it uses, by value or shared.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "net/loop.hpp"
#include "net/promise.hpp"

namespace touchstone::gateway {

struct Wait {
  net::Duration first;
  net::Duration grace;
  bool has_good = false;  // something good is there already: the grace begins at once
};

template <typename T>
struct Gathered {
  Gathered(const net::Executor& executor, std::size_t count, std::size_t waited)
      : results(count), left(waited), done(executor) {}
  std::vector<std::optional<T>> results;
  std::size_t left;
  net::Promise<bool> done;
  net::Alarm grace;
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
void begin_grace(net::Loop& loop, const std::shared_ptr<Gathered<T>>& all, net::Duration grace) {
  if (all->grace || all->done.kept()) return;
  all->grace = loop.after(grace, [weak = std::weak_ptr(all)] {
    if (const auto it = weak.lock()) it->done.keep(false);
  });
}

template <typename T>
net::Task<void> gather_one(net::Loop& loop, std::shared_ptr<Gathered<T>> all, std::size_t index,
                           bool waited_for, net::Duration grace, net::Task<T> task) {
  auto result = co_await std::move(task);
  const bool good = result.has_value();
  all->results[index] = std::move(result);
  if (waited_for && --all->left == 0) all->done.keep(true);
  if (good) begin_grace(loop, all, grace);
}

// T tells by has_value() whether it is good.
template <typename T>
net::Task<std::vector<std::optional<T>>> gather(net::Loop& loop, Errands<T> errands, Wait wait) {
  const auto waited = static_cast<std::size_t>(std::ranges::count(errands.waited_for, true));
  const auto all = std::make_shared<Gathered<T>>(loop.executor(), errands.tasks.size(), waited);
  if (waited == 0) all->done.keep(true);
  if (wait.has_good) begin_grace(loop, all, wait.grace);
  for (std::size_t i = 0; i < errands.tasks.size(); ++i) {
    loop.spawn(gather_one<T>(loop, all, i, errands.waited_for[i], wait.grace,
                             std::move(errands.tasks[i])));
  }
  const net::Alarm alarm = loop.after(wait.first, [all] { all->done.keep(false); });
  (void)co_await all->done.wait();
  co_return all->results;  // a copy: late ones still write into theirs
}

}  // namespace touchstone::gateway
