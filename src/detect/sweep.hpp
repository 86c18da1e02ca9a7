// sweep(): where a text has digits, letters and digits, and signs that something may stand around,
// 64 bytes at a time.
//
// What has no literal to be found by (numbers, mail addresses, encoded texts) is found by these
// marks: a clean text is told by a few vector instructions and never looked at byte by byte.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
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

// @ and %, and the first bytes of characters without width and of letters in other styles.
[[nodiscard]] constexpr bool is_sign(char c) {
  return std::string_view("@%\xC2\xCD\xD8\xE1\xE2\xE3\xEF\xF0\xF3").find(c) !=
         std::string_view::npos;
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

// The block that begins at `at`, in the same way; no marks at the end of the text.
[[nodiscard]] BlockMarks marks_at(std::string_view text, std::size_t at);

// Sooner seen than counted, if it is a few.
template <int Count>
[[nodiscard]] constexpr bool has_at_least(std::uint64_t marks) {
  for (int i = 1; i < Count; ++i) marks &= marks - 1;
  return marks != 0;
}

// Eight ones at a multiple of eight.
[[nodiscard]] constexpr bool has_full_byte(std::uint64_t marks) {
  constexpr std::uint64_t kLowest = 0x0101'0101'0101'0101;
  return ((~marks - kLowest) & marks & kLowest << 7U) != 0;
}

// Calls visit(begin) for each run of at least `least` ones, from 15 to 32, in the sequence of
// words, in order, with where it begins, or for a long run somewhere in it. So long a run fills a
// byte of the marks wherever it begins, and most blocks have none that is full.
template <typename Visit>
void for_each_long_run(std::span<const BlockMarks> blocks, std::size_t least, Visit visit) {
  std::size_t before = 0;  // ones that the block before ends with
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto words = blocks[i].words;
    if (before < 8 && !has_full_byte(words)) {
      before = static_cast<std::size_t>(std::countl_one(words));
      continue;
    }
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
