#include "infer/word_index.hpp"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace touchstone::infer {
namespace {

struct Listed {
  std::string_view word;
  int number = 0;
};
// "abc_x_cba" and "abd_x_dba" begin, end and turn alike, so they meet in one slot.
constexpr std::array kListed{Listed{"a", 1},      Listed{"abc_x_cba", 2}, Listed{"abd_x_dba", 3},
                             Listed{"delete", 4}, Listed{"delete", 5},    Listed{"unsubscribe", 6}};
constexpr WordIndex<Listed> kIndex(kListed, &Listed::word);

std::string found(std::string_view word) {
  std::string out;
  for (const auto& item : kIndex.find(word)) out += std::to_string(item.number);
  return out;
}

TEST(WordIndex, finds_every_word_of_its_table_with_all_its_items) {
  EXPECT_EQ(found("a"), "1");
  EXPECT_EQ(found("delete"), "45");
  EXPECT_EQ(found("unsubscribe"), "6");
}

TEST(WordIndex, tells_words_apart_that_meet_in_one_place) {
  EXPECT_EQ(found("abc_x_cba"), "2");
  EXPECT_EQ(found("abd_x_dba"), "3");
  EXPECT_EQ(found("abe_x_eba"), "");
}

TEST(WordIndex, finds_no_other_and_not_the_empty_one) {
  for (const auto* word : {"", "shelf", "the", "deleted", "of", "\xff\xfe"}) {
    EXPECT_EQ(found(word), "") << word;
  }
}

}  // namespace
}  // namespace touchstone::infer
