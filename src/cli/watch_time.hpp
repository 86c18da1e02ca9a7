// How long a command that follows something goes on, and how often it looks.
#pragma once

#include <chrono>
#include <string>

#include "base/error.hpp"
#include "tree/units.hpp"

namespace touchstone::cli {

inline constexpr std::chrono::milliseconds kWatchEvery{300};

// `text` is a duration; empty: for ever, which is until the person interrupts it.
[[nodiscard]] inline base::Result<std::chrono::steady_clock::time_point> watch_end(
    const std::string& text) {
  if (text.empty()) return std::chrono::steady_clock::time_point::max();
  const auto duration = tree::parse_duration(text);
  if (!duration) return base::fail("not a duration", text, "a whole number of ms, s, m or h: 30s");
  return std::chrono::steady_clock::now() + *duration;
}

}  // namespace touchstone::cli
