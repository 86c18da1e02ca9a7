#include "cli/printable.hpp"

#include <gtest/gtest.h>

namespace touchstone::cli {
namespace {

TEST(Printable, leaves_what_a_terminal_shows) {
  for (const std::string_view text : {"plain", "über", "北京", "\U0001F600\ufe0f", "a\u0301"})
    EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable("a\nb\tc"), "a b c");
}

TEST(Printable, spells_what_would_act_or_hide) {
  EXPECT_EQ(printable("\x1b[2J"), "\\u{1b}[2J");
  EXPECT_EQ(printable("\u202ecod.exe"), "\\u{202e}cod.exe");
  EXPECT_EQ(printable("a\u200bb\U000e0041"), "a\\u{200b}b\\u{e0041}");
  EXPECT_EQ(printable("\u009b31m"), "\\u{9b}31m");
}

TEST(Printable, spells_bytes_that_are_no_characters) {
  EXPECT_EQ(printable("\xC3("), "\\x{c3}(");
  EXPECT_EQ(printable("\x9B"
                      "31m"),
            "\\x{9b}31m");
  EXPECT_EQ(printable("end\xE2\x82"), "end\\x{e2}\\x{82}");
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\x{ed}\\x{a0}\\x{80}") << "a surrogate";
}

TEST(Printable, takes_any_bytes) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string bytes{static_cast<char>(first), static_cast<char>(second)};
      EXPECT_LE(printable(bytes).size(), 24U);
      EXPECT_LE(display_width(bytes), 4U);
    }
  }
}

TEST(DisplayWidth, counts_columns) {
  EXPECT_EQ(display_width("über"), 4U);
  EXPECT_EQ(display_width("北京"), 4U);
  EXPECT_EQ(display_width("a\u0301"), 1U);
}

}  // namespace
}  // namespace touchstone::cli
