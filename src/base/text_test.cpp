#include "base/text.hpp"

#include <array>

#include <gtest/gtest.h>

#include "base/hash.hpp"

namespace touchstone::base {
namespace {

constexpr std::array<std::string_view, 4> kHints{"readOnlyHint", "destructiveHint", "openWorldHint",
                                                 "title"};

TEST(ListInWords, reads_like_a_sentence) {
  EXPECT_EQ(counted(0, "tool") + counted(1, "tool"), "0 tools1 tool");
  EXPECT_EQ(list_in_words({}), "");
  EXPECT_EQ(list_in_words({"a"}), "a");
  EXPECT_EQ(list_in_words({"a", "b"}), "a and b");
  EXPECT_EQ(list_in_words({"a", "b", "c"}, "or"), "a, b or c");
}

TEST(Closest, finds_what_was_meant) {
  EXPECT_EQ(closest("readonlyHint", kHints), "readOnlyHint");
  EXPECT_EQ(closest("destructive", kHints), "destructiveHint");
  EXPECT_EQ(closest("openWordHint", kHints), "openWorldHint");
  EXPECT_EQ(closest("tilte", kHints), "title");
}

TEST(Closest, says_nothing_rather_than_something_far_off) {
  EXPECT_EQ(closest("audience", kHints), "");
  EXPECT_EQ(closest("safe", std::array<std::string_view, 1>{"unsafeOutputHint"}), "");
  EXPECT_EQ(closest("", kHints), "");
  EXPECT_EQ(closest(std::string(100'000, 'a'), kHints), "");
}

TEST(Hash, is_the_same_on_every_machine_and_in_every_version) {
  EXPECT_EQ(hash64(""), 0xecba3df2c3383c52ULL);
  EXPECT_EQ(hash64("mcp://files/hr/salaries.xlsx"), 0xcc3908976ea30fd1ULL);
}

TEST(Text, a_star_stands_for_anything) {
  EXPECT_TRUE(matches_glob("manage_files", "manage_*"));
  EXPECT_TRUE(matches_glob("a", "*a*"));
  EXPECT_TRUE(matches_glob("", "*"));
  EXPECT_TRUE(matches_glob("abcbc", "a*bc"));
  EXPECT_FALSE(matches_glob("Manage_files", "manage_*"));
  EXPECT_FALSE(matches_glob("abcb", "a*bc"));
  EXPECT_FALSE(matches_glob("a", ""));
}

TEST(Text, only_a_whole_word_is_in_a_list_of_words) {
  EXPECT_TRUE(has_word("cat head tail", "head"));
  EXPECT_TRUE(has_word("category cat", "cat"));
  EXPECT_FALSE(has_word("cat head tail", "hea"));
  EXPECT_FALSE(has_word("cat head tail", "cat head"));
  EXPECT_FALSE(has_word("cat head tail", ""));
}

}  // namespace
}  // namespace touchstone::base
