// within(): waits for a promise, but only so long.
#pragma once

#include "net/loop.hpp"
#include "net/promise.hpp"

namespace touchstone::net {

// What the promise was kept with, or false when the time is up. Both must outlive the wait.
[[nodiscard]] inline Task<bool> within(Loop& loop, Duration time, Promise<bool>& promise) {
  const Alarm alarm = loop.after(time, [&promise] { promise.keep(false); });
  co_return co_await promise.wait();
}

}  // namespace touchstone::net
