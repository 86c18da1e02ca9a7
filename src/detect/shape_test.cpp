#include "detect/shape.hpp"

#include <gtest/gtest.h>

namespace touchstone::detect {
namespace {

TEST(Shape, parts_follow_each_other_and_nothing_may_go_on) {
  const Shape shape("D3 '-' h2-4");
  EXPECT_EQ(shape.match("123-abcd", 0), 8U);
  EXPECT_EQ(shape.match("x123-ab.", 1), 7U);
  EXPECT_EQ(shape.match("123-abcde", 0), std::nullopt);  // one more of the last class
  EXPECT_EQ(shape.match("123-a", 0), std::nullopt);
  EXPECT_EQ(shape.match("12-abcd", 0), std::nullopt);
  EXPECT_EQ(shape.match("", 0), std::nullopt);
}

TEST(Shape, what_is_optional_may_be_missing) {
  const Shape shape("A4+ ?'=' ?'='");
  EXPECT_EQ(shape.match("abcd==", 0), 6U);
  EXPECT_EQ(shape.match("abcd", 0), 4U);
}

TEST(Shape, backwards_it_takes_all_there_is_or_nothing) {
  const Shape shape("D2-3");
  EXPECT_EQ(shape.match_back("a123", 4), 1U);
  EXPECT_EQ(shape.match_back("1234", 4), std::nullopt);
  EXPECT_EQ(shape.match_back("a1", 2), std::nullopt);
}

TEST(Shape, a_wrong_one_says_so) {
  for (const auto* wrong : {"Q3", "A", "A3-", "'x", "?", "A99999999999999999999"}) {
    EXPECT_FALSE(Shape(wrong).is_right()) << wrong;
  }
}

}  // namespace
}  // namespace touchstone::detect
