// sweep(): where a text has digits, letters and digits, and signs that something may stand around,
// 64 bytes at a time.
//
// What has no literal to be found by (numbers, mail addresses, encoded texts) is found by these
// marks: a clean text is told by a few vector instructions and never looked at byte by byte.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace touchstone::detect {

inline constexpr std::size_t kBlock = 64;

// A bit for each byte of a block, the first byte lowest.
struct BlockMarks {
  std::uint64_t digits = 0;
  std::uint64_t words = 0;  // ASCII letters and digits
  std::uint64_t signs = 0;  // see is_sign() and is_other_letter()
};

// @ and %, and the first bytes of characters without width and of full-width letters.
[[nodiscard]] constexpr bool is_sign(char c) {
  return std::string_view("@%\xC2\xCD\xD8\xE1\xE2\xE3\xEF\xF3").find(c) != std::string_view::npos;
}

// The first bytes of marks upon letters, and of Greek, Cyrillic and Armenian letters. These are
// signs only beside a Latin letter or a digit, or where a block ends, since whole texts are made of
// them.
[[nodiscard]] constexpr bool is_other_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == 0xCC || (byte >= 0xCE && byte <= 0xD5);
}
inline constexpr std::uint64_t kBlockEnds = 1U | std::uint64_t{3} << (kBlock - 2);

// One for each block of the text; the last block counts as filled up with zero bytes.
void sweep(std::string_view text, std::vector<BlockMarks>& out);

// Calls visit(begin) for each run of at least `least` ones, up to 32, in the sequence of words, in
// order, with where it begins, or for a long run somewhere in it.
template <typename Visit>
void for_each_long_run(const std::vector<BlockMarks>& blocks, std::size_t least, Visit visit) {
  std::size_t before = 0;  // ones that the block before ends with
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto words = blocks[i].words;
    const auto front = static_cast<std::size_t>(std::countr_one(words));
    if (before > 0 && before + front >= least) visit(i * kBlock - before);
    auto starts = words;
    for (std::size_t have = 1; have < least;) {
      const auto step = have < least - have ? have : least - have;
      starts &= starts >> step;
      have += step;
    }
    if (before > 0 && front > 0)
      starts &= ~((front >= kBlock ? 0 : std::uint64_t{1} << front) - 1U);
    for (auto left = starts & ~(starts << 1U); left != 0; left &= left - 1) {
      visit(i * kBlock + static_cast<std::size_t>(std::countr_zero(left)));
    }
    const auto back = static_cast<std::size_t>(std::countl_one(words));
    before = back == kBlock ? (before + kBlock < kBlock * 2 ? before + kBlock : kBlock) : back;
  }
}

}  // namespace touchstone::detect
