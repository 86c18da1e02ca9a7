#include "detect/content_rules.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace touchstone::detect {
namespace {

// That nothing is missing is seen by all tests that find something: content_for_test.hpp.
TEST(ContentRules, are_those_of_the_tables_and_of_the_code_each_once) {
  const auto rules = content_rules();
  for (const auto* rule : {"github-token", "aws-secret-key", "iban", "email", "override", "unread"})
    EXPECT_TRUE(std::ranges::binary_search(rules, std::string_view(rule))) << rule;
  EXPECT_FALSE(std::ranges::binary_search(rules, std::string_view("secrets")));
  EXPECT_EQ(std::ranges::adjacent_find(rules), rules.end());
}

}  // namespace
}  // namespace touchstone::detect
