// For tests: what a gateway has left in its store.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "approval/store_call.hpp"
#include "gateway/bench.hpp"

namespace touchstone::gateway {

// What the store brings; the loop runs meanwhile.
template <typename T, typename Ask>
T stored(Bench& bench, Ask ask) {
  std::optional<base::Result<T>> got;
  const auto drive = [](net::Loop& loop, Ask put,
                        std::optional<base::Result<T>>& into) -> net::Task<void> {
    auto asked = approval::done_of<T>(loop, put);
    auto done = co_await std::move(asked);
    into = std::move(done);
  };
  bench.loop.spawn(drive(bench.loop, ask, got));
  bench.until([&] { return got.has_value(); });
  return std::move(**got);
}

// All of them, in their order.
inline std::vector<store::Decision> stored_decisions(Bench& bench) {
  return stored<std::vector<store::Decision>>(
      bench, [&](store::Done<std::vector<store::Decision>> done) {
        bench.store->list_decisions({.oldest_first = true}, std::move(done));
      });
}

}  // namespace touchstone::gateway
