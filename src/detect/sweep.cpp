#include "detect/sweep.hpp"

#include <array>
#include <span>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "detect/ascii.hpp"

namespace touchstone::detect {
namespace {

// Where a character of two bytes would begin that has one of these beside it, or may have.
std::uint64_t beside(std::uint64_t words) { return words << 1U | words >> 2U | kBlockEnds; }

#if defined(__SSE2__)

// Bytes of `values` from `low` on, `span` of them, as ones.
__m128i in_range(__m128i values, char low, char span) {
  const auto from_low = _mm_sub_epi8(values, _mm_set1_epi8(low));
  return _mm_cmpeq_epi8(_mm_min_epu8(from_low, _mm_set1_epi8(span)), from_low);
}

std::uint64_t bits(__m128i ones, std::size_t part) {
  return static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(ones))) << (16 * part);
}

__m128i equal(__m128i values, int byte) {
  return _mm_cmpeq_epi8(values, _mm_set1_epi8(static_cast<char>(byte)));
}

// Apart, since most blocks have none.
[[gnu::noinline]] std::uint64_t signs_of(const char* bytes, std::uint64_t words) {
  std::uint64_t out = 0;
  std::uint64_t letters = 0;
  for (std::size_t part = 0; part < 4; ++part) {
    const auto values = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * part));
    auto ones = in_range(values, static_cast<char>(0xE1), 2);
    for (const int byte : {int{'@'}, int{'%'}, 0xC2, 0xCD, 0xD8, 0xEF, 0xF0, 0xF3}) {
      ones = _mm_or_si128(ones, equal(values, byte));
    }
    out |= bits(ones, part);
    const auto others =
        _mm_or_si128(in_range(values, static_cast<char>(0xCE), 7), equal(values, 0xCC));
    letters |= bits(others, part);
  }
  return out | (letters & beside(words));
}

BlockMarks marks_of(const char* bytes) {
  BlockMarks out;
  auto signs = _mm_setzero_si128();  // the highest bit of a byte, and that of all beyond ASCII
  for (std::size_t part = 0; part < 4; ++part) {
    const auto values = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * part));
    const auto digits = in_range(values, '0', 9);
    const auto letters = in_range(_mm_or_si128(values, _mm_set1_epi8(0x20)), 'a', 25);
    signs = _mm_or_si128(_mm_or_si128(signs, values),
                         _mm_or_si128(equal(values, '@'), equal(values, '%')));
    out.digits |= bits(digits, part);
    out.words |= bits(_mm_or_si128(digits, letters), part);
  }
  if (_mm_movemask_epi8(signs) != 0) out.signs = signs_of(bytes, out.words);
  return out;
}

// The same 32 bytes at a time, where the machine can: a third of the instructions. Vectorscan
// chooses in the same way.
[[gnu::target("avx2")]] __m256i in_wide_range(__m256i values, char low, char span) {
  const auto from_low = _mm256_sub_epi8(values, _mm256_set1_epi8(low));
  return _mm256_cmpeq_epi8(_mm256_min_epu8(from_low, _mm256_set1_epi8(span)), from_low);
}

[[gnu::target("avx2")]] std::uint64_t wide_bits(__m256i low, __m256i high) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(low)) |
         std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_epi8(high))} << 32U;
}

[[gnu::target("avx2")]] void sweep_wide(const char* bytes, std::span<BlockMarks> out) {
  const auto at = _mm256_set1_epi8('@');
  const auto percent = _mm256_set1_epi8('%');
  const auto small = _mm256_set1_epi8(0x20);
  for (auto& marks : out) {
    std::array<__m256i, 2> digits;
    std::array<__m256i, 2> words;
    auto signs = _mm256_setzero_si256();
    for (std::size_t part = 0; part < 2; ++part) {
      const auto values = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + 32 * part));
      digits[part] = in_wide_range(values, '0', 9);
      words[part] =
          _mm256_or_si256(digits[part], in_wide_range(_mm256_or_si256(values, small), 'a', 25));
      const auto ones =
          _mm256_or_si256(_mm256_cmpeq_epi8(values, at), _mm256_cmpeq_epi8(values, percent));
      signs = _mm256_or_si256(_mm256_or_si256(signs, values), ones);
    }
    marks = {wide_bits(digits[0], digits[1]), wide_bits(words[0], words[1]), 0};
    if (_mm256_movemask_epi8(signs) != 0) marks.signs = signs_of(bytes, marks.words);
    bytes += kBlock;
  }
}

void sweep_blocks(const char* bytes, std::span<BlockMarks> out) {
  static const bool kIsWide = __builtin_cpu_supports("avx2");
  if (kIsWide) return sweep_wide(bytes, out);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = marks_of(bytes + i * kBlock);
}

#else

BlockMarks marks_of(const char* bytes) {
  BlockMarks out;
  std::uint64_t letters = 0;
  for (std::size_t i = 0; i < kBlock; ++i) {
    const auto bit = std::uint64_t{1} << i;
    if (is_ascii_digit(bytes[i])) out.digits |= bit;
    if (is_ascii_alnum(bytes[i])) out.words |= bit;
    if (is_sign(bytes[i])) out.signs |= bit;
    if (is_other_letter(bytes[i])) letters |= bit;
  }
  out.signs |= letters & beside(out.words);
  return out;
}

void sweep_blocks(const char* bytes, std::span<BlockMarks> out) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = marks_of(bytes + i * kBlock);
}

#endif

}  // namespace

void sweep(std::string_view text, std::vector<BlockMarks>& out) {
  const auto whole = text.size() / kBlock;
  out.resize(whole + (text.size() % kBlock == 0 ? 0 : 1));
  sweep_blocks(text.data(), std::span(out).first(whole));
  if (whole < out.size()) out[whole] = marks_at(text, whole * kBlock);
}

BlockMarks marks_at(std::string_view text, std::size_t at) {
  std::array<char, kBlock> bytes{};
  text.copy(bytes.data(), kBlock, at);
  return marks_of(bytes.data());
}

}  // namespace touchstone::detect
