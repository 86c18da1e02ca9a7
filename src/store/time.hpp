// Time as the store keeps it: of the wall clock, in milliseconds.
//
// The store has no clock: whoever calls says what time it is, so that tests and replicas agree on
// what has expired.
#pragma once

#include <chrono>
#include <cstdint>

namespace touchstone::store {

using Time = std::chrono::sys_time<std::chrono::milliseconds>;
using Span = std::chrono::milliseconds;

[[nodiscard]] constexpr std::int64_t to_ms(Time time) { return time.time_since_epoch().count(); }
[[nodiscard]] constexpr Time from_ms(std::int64_t ms) { return Time(Span(ms)); }

}  // namespace touchstone::store
