#include "infer/word_filter.hpp"

#include <array>

#include <gtest/gtest.h>

namespace touchstone::infer {
namespace {

constexpr std::array<std::string_view, 4> kSome{"delete", "get", "a", "unsubscribe"};
constexpr WordFilter kFilter(kSome, [](std::string_view word) { return word; });

TEST(WordFilter, never_denies_a_word_of_its_table) {
  for (const auto word : kSome) EXPECT_TRUE(kFilter.may_have(word)) << word;
}

TEST(WordFilter, denies_most_others_and_the_empty_one) {
  EXPECT_FALSE(kFilter.may_have(""));
  for (const auto* word : {"shelf", "the", "deleted", "of", "\xff\xfe"}) {
    EXPECT_FALSE(kFilter.may_have(word)) << word;
  }
}

}  // namespace
}  // namespace touchstone::infer
