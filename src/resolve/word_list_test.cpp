#include "resolve/word_list.hpp"

#include <gtest/gtest.h>

namespace touchstone::resolve {
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

}  // namespace
}  // namespace touchstone::resolve
