#include "json/text.hpp"

#include <utility>

#include <gtest/gtest.h>

namespace touchstone::json {
namespace {

TEST(Text, keeps_the_bytes_of_a_string_that_has_room) {
  std::string bytes;
  bytes.reserve(8 + Text::kPadding);
  bytes = "[1,2,3]";
  const char* before = bytes.data();
  const Text text(std::move(bytes));
  EXPECT_EQ(text.data(), before);
  EXPECT_EQ(text.view(), "[1,2,3]");
}

TEST(Text, does_not_move_its_bytes_when_it_moves) {
  Text text = Text::copy_of("1");
  const char* before = text.data();
  const Text moved = std::move(text);
  EXPECT_EQ(moved.data(), before);
  EXPECT_EQ(moved.view(), "1");
}

TEST(Text, can_be_empty) { EXPECT_EQ(Text("").size(), 0U); }

}  // namespace
}  // namespace touchstone::json
