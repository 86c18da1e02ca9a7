// Block: sixteen bytes of a text that are looked at together.
//
// Compared with a byte, a block has 0xFF in each place where it holds and 0 elsewhere; such marks
// are joined with | and &. Compilers make one instruction of each step. Pure; any thread.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace touchstone::base {

inline constexpr std::size_t kBlockSize = 16;
using Block = unsigned char __attribute__((vector_size(kBlockSize)));  // of clang and gcc

inline Block load_block(const void* bytes) {
  Block block;
  std::memcpy(&block, bytes, kBlockSize);
  return block;
}

template <typename Number>
Number load_number(const char* bytes) {
  Number number = 0;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

// Fewer bytes (at most sixteen), and zeros behind them. In two steps that overlap, and put together
// in registers: to read as one what was just written as two takes longer than all else.
inline Block load_block(std::string_view bytes) {
  static_assert(std::endian::native == std::endian::little);
  const char* begin = bytes.data();
  const auto size = bytes.size();
  std::array<std::uint64_t, 2> halves{};
  if (size >= 8) {
    const auto unused = (kBlockSize - size) * 4;  // half the bits, since all of them may be
    halves = {load_number<std::uint64_t>(begin),
              load_number<std::uint64_t>(begin + size - 8) >> unused >> unused};
  } else if (size >= 4) {
    halves[0] = load_number<std::uint32_t>(begin) |
                std::uint64_t{load_number<std::uint32_t>(begin + size - 4)} << (size - 4) * 8;
  } else if (size > 0) {
    const auto at = [&](std::size_t i) {
      return std::uint64_t{static_cast<unsigned char>(begin[i])} << i * 8;
    };
    halves[0] = at(0) | at(size / 2) | at(size - 1);
  }
  return std::bit_cast<Block>(halves);
}

// A bit for each mark, the first byte's the lowest.
#ifdef __SSE2__
inline std::uint32_t bits_of(Block marks) {
  return static_cast<std::uint32_t>(_mm_movemask_epi8(std::bit_cast<__m128i>(marks)));
}
inline bool any(Block marks) { return bits_of(marks) != 0; }
#else
// A product adds up the bytes of a half, of which each has its own bit.
inline std::uint32_t bits_of(Block marks) {
  constexpr Block kOwn = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  constexpr std::uint64_t kSum = 0x0101010101010101U;
  const Block own = marks & kOwn;
  std::array<std::uint64_t, 2> halves;
  std::memcpy(halves.data(), &own, kBlockSize);
  return static_cast<std::uint32_t>(halves[0] * kSum >> 56U | halves[1] * kSum >> 56U << 8U);
}
inline bool any(Block marks) {
  std::array<std::uint64_t, 2> halves;
  std::memcpy(halves.data(), &marks, kBlockSize);
  return (halves[0] | halves[1]) != 0;
}
#endif

// The first place of [at, end) whose byte has a mark, or `end`. `marks` tells those of a block.
template <typename Marks>
std::size_t find_marked(std::string_view text, std::size_t at, std::size_t end,
                        const Marks& marks) {
  for (; at + kBlockSize <= end; at += kBlockSize) {
    const Block found = marks(load_block(text.data() + at));
    if (any(found)) return at + static_cast<std::size_t>(std::countr_zero(bits_of(found)));
  }
  if (at == end) return end;
  const auto found = bits_of(marks(load_block(text.substr(at, end - at)))) | 1U << (end - at);
  return at + static_cast<std::size_t>(std::countr_zero(found));
}

inline Block letters_in(Block block) { return ((block | 0x20) - 'a') < 26; }
inline Block digits_in(Block block) { return (block - '0') < 10; }
inline Block lower(Block block) { return block + ((block - 'A' < 26) & 0x20); }

}  // namespace touchstone::base
