#include "cli/table.hpp"

#include <sstream>

#include <gtest/gtest.h>

namespace touchstone::cli {
namespace {

std::string printed(const Table& table) {
  std::ostringstream out;
  table.print(out);
  return out.str();
}

TEST(Table, lines_up_columns_and_leaves_no_trailing_space) {
  Table table(2, 0);
  table.add({{"a"}, {"long"}, {"x"}});
  table.add({{"bbb"}, {"c"}, {""}});
  EXPECT_EQ(printed(table), "  a    long  x\n  bbb  c\n");
}

TEST(Table, measures_what_a_terminal_shows_not_bytes) {
  Table table(0, 0);
  table.add({{"né"}, {"|"}});
  table.add({{"日本"}, {"|"}});
  table.add({{"abcd"}, {"|"}});
  EXPECT_EQ(printed(table), "né    |\n日本  |\nabcd  |\n");
}

TEST(Table, wraps_the_last_column_under_itself) {
  Table table(0, 34);
  table.add({{"key"}, {"one two three four five six seven"}});
  EXPECT_EQ(printed(table), "key  one two three four five six\n     seven\n");
}

TEST(Table, never_cuts_when_there_is_no_terminal) {
  Table table(0, 0);
  const std::string text(500, 'x');
  table.add({{"key"}, {text}});
  EXPECT_EQ(printed(table), "key  " + text + "\n");
}

TEST(Table, a_part_has_columns_of_its_own) {
  Table table(0, 0);
  table.add({{"a"}, {"1"}});
  table.begin_part();
  table.add_line("More");
  table.add({{"a much longer one"}, {"2"}});
  table.add({{"b"}, {"3"}});
  EXPECT_EQ(printed(table), "a  1\nMore\na much longer one  2\nb                  3\n");
}

TEST(Table, colour_does_not_count_as_width) {
  Table table(0, 0);
  const auto red = [](const std::string& text) { return "\x1b[31m" + text + "\x1b[0m"; };
  table.add({{"a", red}, {"x"}});
  table.add({{"bb"}, {"y"}});
  EXPECT_EQ(printed(table), "\x1b[31ma\x1b[0m   x\nbb  y\n");
}

}  // namespace
}  // namespace touchstone::cli
