#include "guard/noted.hpp"

#include <gtest/gtest.h>

namespace touchstone::guard {
namespace {

TEST(Noted, what_is_on_record_is_no_news_for_a_minute) {
  Noted noted;
  const store::Time now = store::from_ms(1'000'000);
  EXPECT_TRUE(noted.is_new("a", now));
  EXPECT_FALSE(noted.is_new("a", now + Noted::kAgainAfter - std::chrono::milliseconds(1)));
  EXPECT_TRUE(noted.is_new("b", now));
  EXPECT_TRUE(noted.is_new("a", now + Noted::kAgainAfter));
}

TEST(Noted, of_too_many_some_are_on_record_twice) {
  Noted noted;
  const store::Time now = store::from_ms(1'000'000);
  for (std::size_t i = 0; i <= Noted::kMost; ++i) EXPECT_TRUE(noted.is_new(std::to_string(i), now));
  EXPECT_TRUE(noted.is_new("0", now));
}

}  // namespace
}  // namespace touchstone::guard
