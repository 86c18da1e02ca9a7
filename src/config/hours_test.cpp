#include "config/hours.hpp"

#include <bitset>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace touchstone::config {
namespace {

constexpr WeekMinute at(unsigned day, unsigned hour, unsigned minute = 0) {
  return day * kDayMinutes + hour * 60 + minute;
}
constexpr unsigned kMon = 0, kFri = 4, kSat = 5, kSun = 6;

Hours windows_of(std::initializer_list<std::string_view> windows) {
  Hours out;
  for (const auto text : windows) out.windows.push_back(parse_window(text).value());
  return out;
}

TEST(Hours, past_midnight_are_of_the_day_on_which_they_begin) {
  const Hours nights = windows_of({"fri 22:00-06:00"});
  EXPECT_FALSE(nights.has(at(kFri, 21, 59)));
  EXPECT_TRUE(nights.has(at(kFri, 22)));
  EXPECT_TRUE(nights.has(at(kSat, 5, 59)));
  EXPECT_FALSE(nights.has(at(kSat, 6)));
  EXPECT_FALSE(nights.has(at(kFri, 3)));
}

TEST(Hours, of_sunday_reach_into_monday) {
  const Hours late = windows_of({"Sunday 23:00-01:00"});
  EXPECT_TRUE(late.has(at(kMon, 0, 59)));
  EXPECT_FALSE(late.has(at(kMon, 1)));
  EXPECT_EQ(late.next(at(kMon, 1)), at(kSun, 23));
}

TEST(Hours, without_windows_are_always) { EXPECT_TRUE(Hours().has(at(kSun, 12))); }

TEST(Hours, tell_when_the_next_window_opens) {
  const Hours both = windows_of({"mon-fri 22:00-06:00", "sat,sun 00:00-24:00"});
  EXPECT_EQ(moment_text(both.next(at(kMon, 12))), "monday at 22:00");
  EXPECT_EQ(moment_text(both.next(at(kFri, 23))), "saturday at 00:00");
  EXPECT_TRUE(both.has(at(kSun, 23, 59)));
}

TEST(Hours, are_written_as_they_are_read) {
  for (const std::string_view text :
       {"22:00-06:00", "sat 00:00-24:00", "mon-fri 18:00-08:00", "sat,sun 08:00-20:00",
        "mon,wed,fri 00:00-00:01", "mon-wed,sat,sun 12:30-00:00"}) {
    const auto window = parse_window(text);
    ASSERT_TRUE(window) << text;
    EXPECT_EQ(window_text(*window), text);
  }
  EXPECT_EQ(window_text(parse_window("FRI-MON 9:05-10:00").value()), "mon,fri-sun 09:05-10:00");
}

TEST(Hours, that_are_none_are_refused_with_what_is_wrong) {
  const auto what = [](std::string_view text) {
    const auto window = parse_window(text);
    return window ? "nothing" : window.error().what;
  };
  for (const auto* text : {"", "night", "22:00", "22-06", "mon", "sat 22"})
    EXPECT_EQ(what(text), "is no time of the week") << text;
  for (const auto* text : {"mo 22:00-06:00", "mon- 22:00-06:00", "mon,,tue 22:00-06:00",
                           " 22:00-06:00", "mon  22:00-06:00"})
    EXPECT_EQ(what(text), "has a day that there is not") << text;
  for (const auto* text : {"24:00-06:00", "22:00-24:01", "22:60-23:00", "2:0-3:00", "-1:00-3:00",
                           "22:00-06:00-07:00", "022:00-23:00", ":30-3:00"})
    EXPECT_EQ(what(text), "has a time that no day has") << text;
  EXPECT_EQ(what("06:00-06:00"), "ends when it begins");
}

rc::Gen<Window> any_window() {
  return rc::gen::suchThat(rc::gen::apply(
                               [](unsigned days, unsigned from, unsigned until) {
                                 return Window{static_cast<std::uint8_t>(days),
                                               static_cast<std::uint16_t>(from),
                                               static_cast<std::uint16_t>(until)};
                               },
                               rc::gen::inRange(1U, 128U), rc::gen::inRange(0U, kDayMinutes + 0U),
                               rc::gen::inRange(0U, kDayMinutes + 1U)),
                           [](const Window& window) { return window.from != window.until; });
}

RC_GTEST_PROP(Hours, of_any_kind_are_read_back, ()) {
  const auto window = *any_window();
  const auto again = parse_window(window_text(window));
  RC_ASSERT(again.has_value());
  RC_ASSERT(*again == window);
}

RC_GTEST_PROP(Hours, of_any_text_are_refused_or_mean_what_they_say, ()) {
  const auto text =
      *rc::gen::container<std::string>(rc::gen::elementOf(std::string("monsat 0126:-,")));
  const auto window = parse_window(text);
  if (!window) return;
  const auto again = parse_window(window_text(*window));
  RC_ASSERT(again.has_value());
  RC_ASSERT(*again == *window);
}

// A week, minute by minute.
RC_GTEST_PROP(Hours, agree_with_a_calendar, ()) {
  const Hours some{*rc::gen::container<std::vector<Window>>(2, any_window())};
  std::bitset<kWeekMinutes> open;
  for (const Window& window : some.windows) {
    for (WeekMinute day = 0; day < 7; ++day) {
      if ((window.days >> day & 1U) == 0) continue;
      WeekMinute minute = day * kDayMinutes + window.from;
      do {
        open.set(minute % kWeekMinutes);
        ++minute;
      } while (minute % kDayMinutes != window.until % kDayMinutes);
    }
  }
  const auto moment = *rc::gen::inRange<WeekMinute>(0, kWeekMinutes);
  RC_ASSERT(some.has(moment) == open.test(moment));
  if (open.test(moment)) return;
  WeekMinute next = moment;
  while (!open.test(next)) next = (next + 1) % kWeekMinutes;
  RC_ASSERT(some.next(moment) == next);
}

}  // namespace
}  // namespace touchstone::config
