#include "json/position.hpp"

#include <gtest/gtest.h>

namespace touchstone::json {
namespace {

TEST(Position, starts_at_line_one_column_one) {
  EXPECT_EQ(locate("abc", 0), (Position{0, 1, 1}));
  EXPECT_EQ(locate("", 0), (Position{0, 1, 1}));
}

TEST(Position, counts_lines_and_columns_from_the_last_break) {
  EXPECT_EQ(locate("ab\ncd\r\nef", 4), (Position{4, 2, 2}));
  EXPECT_EQ(locate("ab\ncd\r\nef", 7), (Position{7, 3, 1}));
}

TEST(Position, puts_the_break_itself_at_the_end_of_its_line) {
  EXPECT_EQ(locate("ab\ncd", 2), (Position{2, 1, 3}));
}

TEST(Position, counts_a_character_of_several_bytes_as_one_column) {
  EXPECT_EQ(locate("é😀x", 6), (Position{6, 1, 3}));
}

TEST(Position, stops_at_the_end_of_the_text) { EXPECT_EQ(locate("ab", 99), (Position{2, 1, 3})); }

TEST(Position, counted_on_from_an_earlier_one_is_the_same) {
  const std::string_view text = "é\nab😀\n\ncd";
  for (std::size_t from = 0; from <= text.size(); ++from) {
    for (std::size_t to = from; to <= text.size(); ++to) {
      EXPECT_EQ(advance(text, locate(text, from), to), locate(text, to)) << from << ' ' << to;
    }
  }
}

}  // namespace
}  // namespace touchstone::json
