#include "json/number.hpp"

#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace touchstone::json {
namespace {

TEST(Number, is_the_same_integer_however_it_is_spelled) {
  for (const char* seven : {"7", "7.0", "7e0", "70e-1", "0.7e1", "0.0007E+4", "7.000"}) {
    EXPECT_EQ(integer_of(seven), 7) << seven;
  }
  EXPECT_EQ(integer_of("1e2"), 100);
  EXPECT_EQ(integer_of("-1.5e1"), -15);
}

TEST(Number, is_zero_with_either_sign_and_any_exponent) {
  for (const char* zero : {"0", "-0", "0.000", "0e999999999999999999999", "-0.0e-5"}) {
    EXPECT_EQ(integer_of(zero), 0) << zero;
  }
}

TEST(Number, is_no_integer_if_a_fraction_is_left) {
  for (const char* other : {"0.5", "1.01", "15e-1", "1e-1", "1e-99999999999999999999"}) {
    EXPECT_EQ(integer_of(other), std::nullopt) << other;
  }
}

TEST(Number, reaches_exactly_to_the_ends_of_64_bits) {
  EXPECT_EQ(integer_of("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(integer_of("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(integer_of("922337203685477580.7e1"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(integer_of("9223372036854775808"), std::nullopt);
  EXPECT_EQ(integer_of("-9223372036854775809"), std::nullopt);
  EXPECT_EQ(integer_of("9999999999999999999"), std::nullopt);
  EXPECT_EQ(integer_of("1e19"), std::nullopt);
  EXPECT_EQ(integer_of("1e99999999999999999999"), std::nullopt);
}

TEST(Number, does_not_round_where_a_double_would) {
  EXPECT_EQ(integer_of("9007199254740993"), 9007199254740993);
}

TEST(Number, may_be_spelled_very_long) {
  EXPECT_EQ(integer_of("1" + std::string(100000, '0') + "e-100000"), 1);
  EXPECT_EQ(integer_of("0." + std::string(100000, '0') + "1e100001"), 1);
}

RC_GTEST_PROP(Number, reads_back_every_integer, (std::int64_t value, bool shift)) {
  const std::string plain = std::to_string(value);
  RC_ASSERT(integer_of(shift ? plain + "00e-2" : plain) == value);
}

}  // namespace
}  // namespace touchstone::json
