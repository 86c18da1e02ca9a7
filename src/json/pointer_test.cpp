#include "json/pointer.hpp"

#include <gtest/gtest.h>

namespace touchstone::json {
namespace {

TEST(Pointer, grows_by_one_token) {
  EXPECT_EQ(pointer("", "tools"), "/tools");
  EXPECT_EQ(pointer("/tools", std::size_t{3}), "/tools/3");
}

TEST(Pointer, escapes_tilde_and_slash) { EXPECT_EQ(pointer("/a", "m~n/o"), "/a/m~0n~1o"); }

TEST(Pointer, has_a_token_for_the_empty_key) { EXPECT_EQ(pointer("/a", ""), "/a/"); }

}  // namespace
}  // namespace touchstone::json
