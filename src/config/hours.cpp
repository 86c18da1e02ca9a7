#include "config/hours.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "base/text.hpp"

namespace touchstone::config {
namespace {

constexpr std::array<std::string_view, 7> kDays{"monday", "tuesday",  "wednesday", "thursday",
                                                "friday", "saturday", "sunday"};

tl::unexpected<Complaint> no_window() {
  return tl::unexpected(
      Complaint{"is no time of the week", "22:00-06:00, or with days: mon-fri 18:00-08:00"});
}

// One or two digits that make at most `most`.
std::optional<std::uint16_t> digits(std::string_view text, std::uint16_t most) {
  if (text.empty() || text.size() > 2) return std::nullopt;
  std::uint16_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = static_cast<std::uint16_t>(number * 10 + (c - '0'));
  }
  return number <= most ? std::optional(number) : std::nullopt;
}

std::optional<std::uint16_t> minute_of_day(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || text.size() != colon + 3) return std::nullopt;
  const auto hours = digits(text.substr(0, colon), 24);
  const auto minutes = digits(text.substr(colon + 1), 59);
  if (!hours || !minutes) return std::nullopt;
  const auto all = static_cast<std::uint16_t>(*hours * 60 + *minutes);
  return all <= kDayMinutes ? std::optional(all) : std::nullopt;
}

std::optional<unsigned> day_of(std::string_view word) {
  for (unsigned day = 0; day < kDays.size(); ++day) {
    if (word == kDays[day] || word == kDays[day].substr(0, 3)) return day;
  }
  return std::nullopt;
}

// "mon", or "fri-mon" with all between.
std::optional<std::uint8_t> span_of_days(std::string_view text) {
  const auto dash = text.find('-');
  const auto first = day_of(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : day_of(text.substr(dash + 1));
  if (!first || !last) return std::nullopt;
  unsigned days = 0;
  for (unsigned day = *first;; day = (day + 1) % 7) {
    days |= 1U << day;
    if (day == *last) return static_cast<std::uint8_t>(days);
  }
}

std::optional<std::uint8_t> days_of(std::string_view text) {
  std::uint8_t days = 0;
  for (;;) {
    const auto comma = text.find(',');
    const auto some = span_of_days(text.substr(0, comma));
    if (!some) return std::nullopt;
    days |= *some;
    if (comma == std::string_view::npos) return days;
    text.remove_prefix(comma + 1);
  }
}

std::string time_text(unsigned minute) {
  return fmt::format("{:02}:{:02}", minute / 60, minute % 60);
}

std::string days_text(std::uint8_t days) {
  std::string out;
  for (unsigned day = 0; day < 7; ++day) {
    if ((days >> day & 1U) == 0) continue;
    unsigned last = day;
    while (last < 6 && (days >> (last + 1) & 1U) != 0) ++last;
    if (last < day + 2) last = day;
    out += fmt::format("{}{}", out.empty() ? "" : ",", kDays[day].substr(0, 3));
    if (last != day) out += fmt::format("-{}", kDays[last].substr(0, 3));
    day = last;
  }
  return out;
}

WeekMinute length_of(const Window& window) {
  return window.until > window.from ? window.until - window.from
                                    : window.until + kDayMinutes - window.from;
}

// Calls `each` with how long before `moment` each window began last, and how long it is.
template <typename Each>
void each_beginning(const std::vector<Window>& windows, WeekMinute moment, Each each) {
  for (const Window& window : windows) {
    for (WeekMinute day = 0; day < 7; ++day) {
      if ((window.days >> day & 1U) == 0) continue;
      const WeekMinute begins = day * kDayMinutes + window.from;
      each((moment + kWeekMinutes - begins) % kWeekMinutes, length_of(window));
    }
  }
}

}  // namespace

tl::expected<Window, Complaint> parse_window(std::string_view text) {
  const std::string lower = base::lower_case(text);
  const std::string_view all = lower;
  const auto gap = all.rfind(' ');
  const auto times = gap == std::string_view::npos ? all : all.substr(gap + 1);
  const auto dash = times.find('-');
  if (dash == std::string_view::npos || times.find(':') == std::string_view::npos)
    return no_window();
  Window window;
  if (gap != std::string_view::npos) {
    const auto days = days_of(all.substr(0, gap));
    if (!days)
      return tl::unexpected(Complaint{"has a day that there is not",
                                      "mon, tue, wed, thu, fri, sat, sun; sat,sun or mon-fri"});
    window.days = *days;
  }
  const auto from = minute_of_day(times.substr(0, dash));
  const auto until = minute_of_day(times.substr(dash + 1));
  if (!from || !until || *from == kDayMinutes)
    return tl::unexpected(
        Complaint{"has a time that no day has", "from 00:00 to 24:00, as in 06:30-24:00"});
  if (*from == *until)
    return tl::unexpected(Complaint{"ends when it begins", "00:00-24:00 for the whole of a day"});
  window.from = *from;
  window.until = *until;
  return window;
}

std::string window_text(const Window& window) {
  const std::string days = window.days == Window::kEachDay ? "" : days_text(window.days) + " ";
  return fmt::format("{}{}-{}", days, time_text(window.from), time_text(window.until));
}

bool Hours::has(WeekMinute moment) const {
  bool is_in = windows.empty();
  each_beginning(windows, moment,
                 [&](WeekMinute ago, WeekMinute length) { is_in = is_in || ago < length; });
  return is_in;
}

WeekMinute Hours::next(WeekMinute moment) const {
  WeekMinute wait = kWeekMinutes;
  each_beginning(windows, moment, [&](WeekMinute ago, WeekMinute /*length*/) {
    wait = std::min(wait, kWeekMinutes - ago);
  });
  return (moment + wait) % kWeekMinutes;
}

std::string moment_text(WeekMinute moment) {
  return fmt::format("{} at {}", kDays[moment / kDayMinutes % 7], time_text(moment % kDayMinutes));
}

}  // namespace touchstone::config
