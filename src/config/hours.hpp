// Hours: the times of the week when something may be done, as people write them. Pure; no clock.
//
//   22:00-06:00           each day, past midnight into the next
//   sat 00:00-24:00       mon-fri 18:00-08:00       sat,sun 08:00-20:00
//
// A window belongs to the days on which it begins; days are words of three letters or whole ones.
// A moment is a minute of the week, by whatever clock the caller goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "config/rules.hpp"

namespace touchstone::config {

using WeekMinute = std::uint32_t;  // 0: Monday 00:00

inline constexpr std::uint16_t kDayMinutes = 24 * 60;
inline constexpr WeekMinute kWeekMinutes = 7 * kDayMinutes;

struct Window {
  static constexpr std::uint8_t kEachDay = 0x7F;

  std::uint8_t days = kEachDay;       // a bit each, Monday's the lowest
  std::uint16_t from = 0;             // minute of the day, before 24:00
  std::uint16_t until = kDayMinutes;  // up to from: on the next day

  friend bool operator==(const Window&, const Window&) = default;
};

[[nodiscard]] tl::expected<Window, Complaint> parse_window(std::string_view text);
[[nodiscard]] std::string window_text(const Window& window);

struct Hours {
  static constexpr std::size_t kMax = 64;  // windows

  std::vector<Window> windows;  // none: at any time

  [[nodiscard]] bool has(WeekMinute moment) const;
  // When the next window begins; there must be one.
  [[nodiscard]] WeekMinute next(WeekMinute moment) const;

  friend bool operator==(const Hours&, const Hours&) = default;
};

[[nodiscard]] std::string moment_text(WeekMinute moment);  // "saturday at 22:00"

}  // namespace touchstone::config
