#include "base/window.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace touchstone::base {
namespace {

Block is_x(Block block) { return block == 'x'; }
Block is_zero(Block block) { return block == 0; }

// Byte by byte, as one would say it.
std::size_t find_one_by_one(std::string_view text, std::size_t at, std::size_t length) {
  for (; at + length <= text.size(); ++at) {
    if (text.substr(at, length) == std::string(length, 'x')) return at;
  }
  return text.size();
}

TEST(Window, has_no_marks_behind_its_text) {
  const std::string zeros(64, '\0');
  for (std::size_t size = 0; size <= 64; ++size) {
    const auto bits = marked_in_window(std::string_view(zeros).substr(0, size), is_zero);
    EXPECT_EQ(static_cast<std::size_t>(std::popcount(bits)), size);
    EXPECT_EQ(static_cast<std::size_t>(std::countr_one(bits)), size);
  }
}

TEST(Rows, begin_where_enough_follow) {
  EXPECT_EQ(rows_of(0b0111'0110, 1), 0b0111'0110U);
  EXPECT_EQ(rows_of(0b0111'0110, 2), 0b0011'0010U);
  EXPECT_EQ(rows_of(0b0111'0110, 3), 0b0001'0000U);
  EXPECT_EQ(rows_of(0b0111'0110, 4), 0U);
}

RC_GTEST_PROP(Rows, are_found_as_if_looked_for_byte_by_byte, ()) {
  std::string text;
  for (int i = *rc::gen::inRange(0, 12); i > 0; --i) {
    text += std::string(static_cast<std::size_t>(*rc::gen::inRange(0, 70)), 'x') +
            *rc::gen::element<std::string>(" ", "y", std::string(1, '\0'), "");
  }
  const auto length = *rc::gen::inRange<std::size_t>(1, 33);
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
  RC_ASSERT(find_row(text, at, length, is_x) == find_one_by_one(text, at, length));
}

}  // namespace
}  // namespace touchstone::base
