#include "base/error.hpp"

#include <gtest/gtest.h>

namespace touchstone::base {
namespace {

TEST(Error, names_place_cause_and_remedy_in_that_order) {
  EXPECT_EQ(to_string({"not a JSON value", "tools.json:3:14", "check the file"}),
            "tools.json:3:14: not a JSON value\n  try: check the file");
}

TEST(Error, leaves_out_what_is_not_known) {
  EXPECT_EQ(to_string({"not a JSON value", "", ""}), "not a JSON value");
}

TEST(Error, travels_in_a_result) {
  Result<int> result = fail("no such tool", "list.json", "touchstone tools list.json");
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().where, "list.json");
}

}  // namespace
}  // namespace touchstone::base
