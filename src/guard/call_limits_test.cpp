#include "guard/call_limits.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace touchstone::guard {
namespace {

using namespace std::chrono_literals;

policy::Rule limited_rule(std::uint32_t calls, std::chrono::milliseconds window,
                          policy::Per per = policy::Per::kSession) {
  policy::Rule rule;
  rule.name = "few";
  rule.modifiers.limit = policy::Limit{calls, window, per};
  return rule;
}

constexpr store::Time kStart{std::chrono::days(20'000)};
constexpr CountedCall kCall{"s1", "ann", "files", "write"};

TEST(CallLimits, let_so_many_calls_pass_and_more_when_their_window_is_over) {
  CallLimits limits;
  const auto rule = limited_rule(2, 60s);
  const std::vector<const policy::Rule*> fired{&rule};
  EXPECT_FALSE(limits.count(fired, kCall, kStart));
  EXPECT_FALSE(limits.count(fired, kCall, kStart + 1s));
  const auto over = limits.count(fired, kCall, kStart + 2s);
  ASSERT_TRUE(over);
  EXPECT_EQ(over->rule, &rule);
  EXPECT_THAT(over->text(), ::testing::HasSubstr("no more than 2 calls in 1m for each session"));
  EXPECT_TRUE(limits.count(fired, kCall, kStart + 59s));
  EXPECT_FALSE(limits.count(fired, kCall, kStart + 2s + over->wait));
}

TEST(CallLimits, count_together_whom_the_rule_says) {
  const CountedCall other{"s2", "bob", "files", "read"};
  const std::vector<std::pair<policy::Per, bool>> together{{policy::Per::kSession, false},
                                                           {policy::Per::kPrincipal, false},
                                                           {policy::Per::kServer, true},
                                                           {policy::Per::kTool, false}};
  for (const auto& [per, shared] : together) {
    CallLimits limits;
    const auto rule = limited_rule(1, 60s, per);
    const std::vector<const policy::Rule*> fired{&rule};
    EXPECT_FALSE(limits.count(fired, kCall, kStart));
    EXPECT_EQ(limits.count(fired, other, kStart).has_value(), shared) << policy::name_of(per);
  }
}

TEST(CallLimits, a_call_that_one_rule_stops_counts_for_no_other) {
  CallLimits limits;
  auto wide = limited_rule(2, 60s, policy::Per::kServer);
  wide.name = "wide";
  const auto narrow = limited_rule(1, 60s, policy::Per::kTool);
  const std::vector<const policy::Rule*> both{&wide, &narrow};
  EXPECT_FALSE(limits.count(both, kCall, kStart));
  EXPECT_TRUE(limits.count(both, kCall, kStart));
  EXPECT_TRUE(limits.count(both, kCall, kStart));
  const CountedCall other{"s1", "ann", "files", "read"};
  EXPECT_FALSE(limits.count(both, other, kStart));
}

TEST(CallLimits, keep_a_bounded_number_of_counters) {
  CallLimits limits;
  const auto rule = limited_rule(1, 60s);
  const std::vector<const policy::Rule*> fired{&rule};
  for (std::size_t i = 0; i < CallLimits::kMaxCounters + 50; ++i) {
    const std::string session = std::to_string(i);
    (void)limits.count(fired, {session, "ann", "files", "write"},
                       kStart + std::chrono::milliseconds(i));
  }
  EXPECT_EQ(limits.size(), CallLimits::kMaxCounters);
}

// Whatever the times and the length of the window, also if the clock is set back.
RC_GTEST_PROP(CallLimits, no_window_ever_has_more_calls_than_the_limit, ()) {
  const auto calls = *rc::gen::inRange<std::uint32_t>(1, 6);
  const std::chrono::milliseconds window(*rc::gen::inRange(1, 400));
  const auto steps = *rc::gen::container<std::vector<int>>(
      rc::gen::weightedOneOf<int>({{9, rc::gen::inRange(0, 120)}, {1, rc::gen::inRange(-50, 0)}}));
  CallLimits limits;
  const auto rule = limited_rule(calls, window);
  const std::vector<const policy::Rule*> fired{&rule};
  store::Time now = kStart;
  store::Time latest{};  // that the counter has seen
  std::vector<store::Time> passed;
  for (const int step : steps) {
    now += std::chrono::milliseconds(step);
    latest = std::max(latest, now);
    if (limits.count(fired, kCall, now)) continue;
    passed.push_back(latest);
    if (passed.size() > calls) RC_ASSERT(latest - passed[passed.size() - 1 - calls] >= window);
  }
}

}  // namespace
}  // namespace touchstone::guard
