#include "base/word_list.hpp"

#include <gtest/gtest.h>

namespace touchstone::base {
namespace {

TEST(WordList, has_what_the_list_has) {
  static constexpr WordList kList(
      "cat head tail a_word_that_is_longer_than_thirty_two_letters category");
  EXPECT_TRUE(kList.has("cat"));
  EXPECT_TRUE(kList.has("head"));
  EXPECT_TRUE(kList.has("category"));
  EXPECT_TRUE(kList.has("a_word_that_is_longer_than_thirty_two_letters"));
  for (const auto* word : {"", "hea", "dog", "dead", "cat head", "Cat", "\xe3\x81\x82"}) {
    EXPECT_FALSE(kList.has(word)) << word;
  }
}

TEST(WordList, tells_how_its_words_begin) {
  static constexpr WordList kList("cat head a");
  EXPECT_TRUE(kList.may_begin('c', 'a'));
  EXPECT_TRUE(kList.may_begin('C', 'A'));
  EXPECT_TRUE(kList.may_begin('h', 'e'));
  EXPECT_TRUE(kList.may_begin('a', ' ')) << "there is no more of it";
  EXPECT_FALSE(kList.may_begin('c', 'h'));
  EXPECT_FALSE(kList.may_begin('h', 'a'));
  EXPECT_FALSE(kList.may_begin('t', ' '));
}

// They begin, end, turn and last alike, so that they meet in one slot.
TEST(WordList, tells_words_apart_that_meet_in_one_place) {
  static constexpr WordList kList("abc_x_cba abd_x_dba other");
  EXPECT_TRUE(kList.has("abc_x_cba"));
  EXPECT_TRUE(kList.has("abd_x_dba"));
  EXPECT_FALSE(kList.has("abe_x_eba"));
}

TEST(WordList, finds_no_part_of_a_word_and_no_two_of_them) {
  static constexpr WordList kList("read_file read write");
  for (const auto* word : {"file", "ad_file", "read write", "writ", "read_", "read_file "}) {
    EXPECT_FALSE(kList.has(word)) << word;
  }
}

}  // namespace
}  // namespace touchstone::base
