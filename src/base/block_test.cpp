#include "base/block.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace touchstone::base {
namespace {

Block commas(Block block) { return block == ','; }

TEST(Blocks, the_first_mark_is_found_wherever_it_stands) {
  for (std::size_t size = 0; size < 50; ++size) {
    for (std::size_t place = 0; place < size; ++place) {
      std::string text(size, 'x');
      text[place] = ',';
      EXPECT_EQ(find_marked(text, 0, size, commas), place) << size;
      EXPECT_EQ(find_marked(text, place, size, commas), place) << size;
      EXPECT_EQ(find_marked(text, place + 1, size, commas), size) << size;
      EXPECT_EQ(find_marked(text, 0, place, commas), place) << size;
    }
  }
}

TEST(Blocks, zeros_behind_a_short_text_are_no_part_of_it) {
  const auto zeros = [](Block block) -> Block { return block == 0; };
  EXPECT_EQ(find_marked("abc", 0, 3, zeros), 3);
  EXPECT_EQ(find_marked(std::string_view("a\0c", 3), 0, 3, zeros), 1);
}

TEST(Blocks, a_short_text_is_loaded_as_it_stands) {
  const std::string all = "abcdefghijklmnop";
  for (std::size_t size = 0; size <= kBlockSize; ++size) {
    const Block block = load_block(std::string_view(all).substr(0, size));
    for (std::size_t i = 0; i < kBlockSize; ++i)
      EXPECT_EQ(block[i], i < size ? static_cast<unsigned char>(all[i]) : 0) << size;
  }
}

RC_GTEST_PROP(Blocks, tell_of_each_byte_what_it_is, (std::string text)) {
  text.resize(kBlockSize);
  const auto block = load_block(text.data());
  const auto letters = bits_of(letters_in(block));
  const auto digits = bits_of(digits_in(block));
  const Block small = lower(block);
  for (std::size_t i = 0; i < kBlockSize; ++i) {
    const char c = text[i];
    const bool upper = c >= 'A' && c <= 'Z';
    RC_ASSERT((letters >> i & 1U) == ((c >= 'a' && c <= 'z') || upper ? 1U : 0U));
    RC_ASSERT((digits >> i & 1U) == (c >= '0' && c <= '9' ? 1U : 0U));
    RC_ASSERT(small[i] == static_cast<unsigned char>(upper ? c + 32 : c));
  }
}

}  // namespace
}  // namespace touchstone::base
