// Upkeep: what the store keeps no longer than it must is taken away, a little at a time
// (store/retention.hpp).
//
// A coroutine of its own, which ends with the loop. The loop's thread; the store outlives the loop.
#pragma once

#include <chrono>
#include <functional>

#include "base/log.hpp"
#include "net/loop.hpp"
#include "store/store.hpp"

namespace touchstone::gateway {

struct UpkeepTimes {
  net::Duration every = std::chrono::minutes(10);
  net::Duration when_behind = std::chrono::seconds(1);  // there is more to do
};

[[nodiscard]] net::Task<void> keep_store_small(net::Loop& loop, store::Store& store,
                                               std::function<store::Time()> now,
                                               const base::Log& log, UpkeepTimes times = {});

}  // namespace touchstone::gateway
