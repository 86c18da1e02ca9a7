#include "policy/number.hpp"

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace touchstone::policy {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

TEST(Number, what_a_double_cannot_hold_is_as_far_out_as_it_is) {
  EXPECT_EQ(nearest("1e400"), kInfinite);
  EXPECT_EQ(nearest("-1e400"), -kInfinite);
  EXPECT_EQ(nearest("1" + std::string(400, '0')), kInfinite);
  EXPECT_EQ(nearest("1e99999999999999999999999"), kInfinite);
  EXPECT_EQ(nearest("0e99999999999999999999999"), 0);
  EXPECT_EQ(nearest("1e-400"), 0);
  EXPECT_EQ(nearest("0.5"), 0.5);
}

TEST(Number, digits_decide_where_doubles_are_the_same) {
  const auto order = [](const char* value, const char* bound) {
    return compare(Numeral{value}, Number(std::string_view(bound)));
  };
  EXPECT_TRUE(std::is_gt(order("9007199254740993", "9007199254740992")));
  EXPECT_TRUE(std::is_eq(order("9007199254740993", "9007199254740993")));
  EXPECT_TRUE(std::is_lt(order("9007199254740992", "9007199254740993")));
  EXPECT_TRUE(std::is_gt(order("-9007199254740992", "-9007199254740993")));
  EXPECT_TRUE(std::is_gt(order("1000.00000000000000000001", "1000")));
  EXPECT_TRUE(std::is_lt(order("999.99999999999999999999", "1000")));
  EXPECT_TRUE(std::is_eq(order("1000.0", "1e3")));
  EXPECT_TRUE(std::is_eq(order("0.1", "0.1")));
  EXPECT_TRUE(std::is_gt(order("1e-400", "0")));
  EXPECT_TRUE(std::is_lt(order("-1e-400", "0")));
  EXPECT_TRUE(std::is_eq(order("-0.0", "0")));
  EXPECT_TRUE(std::is_gt(order("1e400", "1e308")));
}

RC_GTEST_PROP(Number, integers_are_ordered_as_integers, ()) {
  const auto a = *rc::gen::arbitrary<std::int64_t>();
  const auto near = *rc::gen::inRange<std::int64_t>(-3, 4);
  const auto b = *rc::gen::arbitrary<bool>()
                     ? a / 2 + (a - a / 2) + (a > 0 ? -near * near : near * near)
                     : *rc::gen::arbitrary<std::int64_t>();
  RC_ASSERT(compare(Numeral{std::to_string(a)}, Number(std::string_view(std::to_string(b)))) ==
            (a <=> b));
}

TEST(Number, a_text_is_a_number_if_everybody_reads_it_as_the_same) {
  for (const auto* text : {"5000", " 5000 ", "+5e3", "5000.0", "-1", ".5", "5.", "0", "0.5"})
    EXPECT_EQ(reads_as_number(text).reading, NumberReading::kPlain) << text;
  for (const auto* text : {"5,000", "5_000", "0x1388", "5000 EUR", "017", "Infinity", "-inf", "NaN",
                           "５０００", "1e", "5 000", "--5"})
    EXPECT_EQ(reads_as_number(text).reading, NumberReading::kSome) << text;
  for (const auto* text : {"", " ", "all", "abc", "-", ".", "e", "infinite"})
    EXPECT_EQ(reads_as_number(text).reading, NumberReading::kNone) << text;
}

TEST(Number, json_has_its_own_grammar) {
  for (const auto* text : {"0", "-0", "1.5", "1e400", "1E-3", "10"})
    EXPECT_TRUE(is_json_number(text)) << text;
  for (const auto* text : {"", "+1", ".5", "5.", "5.e3", "01", "1e", "0x1", "inf"})
    EXPECT_FALSE(is_json_number(text)) << text;
}

}  // namespace
}  // namespace touchstone::policy
