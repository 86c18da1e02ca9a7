// Window: 64 bytes of a text as a number that has a bit for each, so that rows of alike bytes are
// found with a few shifts. Pure; any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/block.hpp"

namespace touchstone::base {

inline constexpr std::size_t kWindowSize = 64;

// A bit for each byte of the window (at most 64, fewer at a text's end) that has a mark. `marks`
// tells those of a block.
template <typename Marks>
std::uint64_t marked_in_window(std::string_view window, const Marks& marks) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < window.size(); i += kBlockSize) {
    const auto block = window.size() - i < kBlockSize ? load_block(window.substr(i))
                                                      : load_block(window.data() + i);
    out |= std::uint64_t{bits_of(marks(block))} << i;
  }
  return window.size() < kWindowSize ? out & ((std::uint64_t{1} << window.size()) - 1) : out;
}

// Of these bits those with which a row of at least `length` begins.
constexpr std::uint64_t rows_of(std::uint64_t bits, std::size_t length) {
  for (std::size_t known = 1; known < length;) {
    const auto more = std::min(known, length - known);
    bits &= bits >> more;
    known += more;
  }
  return bits;
}

// Where the first row of at least `length` marked bytes begins (a window's at most), from `at` on;
// else the text's end.
// Windows overlap, so that each row that is long enough begins in one of them and is seen there.
template <typename Marks>
std::size_t find_row(std::string_view text, std::size_t at, std::size_t length,
                     const Marks& marks) {
  for (; at + length <= text.size(); at += kWindowSize - length + 1) {
    const auto rows = rows_of(marked_in_window(text.substr(at, kWindowSize), marks), length);
    if (rows != 0) return at + static_cast<std::size_t>(std::countr_zero(rows));
  }
  return text.size();
}

}  // namespace touchstone::base
