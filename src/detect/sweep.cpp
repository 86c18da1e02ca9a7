#include "detect/sweep.hpp"

#include <array>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
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

// Of characters beyond ASCII. Apart, since most blocks have none.
[[gnu::noinline]] std::uint64_t first_bytes(const char* bytes, std::uint64_t words) {
  std::uint64_t out = 0;
  std::uint64_t letters = 0;
  for (std::size_t part = 0; part < 4; ++part) {
    const auto values = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * part));
    auto ones = in_range(values, static_cast<char>(0xE1), 2);
    for (const int byte : {0xC2, 0xCD, 0xD8, 0xEF, 0xF3}) {
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
  auto all = _mm_setzero_si128();
  for (std::size_t part = 0; part < 4; ++part) {
    const auto values = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * part));
    const auto digits = in_range(values, '0', 9);
    const auto letters = in_range(_mm_or_si128(values, _mm_set1_epi8(0x20)), 'a', 25);
    const auto signs = _mm_or_si128(equal(values, '@'), equal(values, '%'));
    all = _mm_or_si128(all, values);
    out.digits |= bits(digits, part);
    out.words |= bits(_mm_or_si128(digits, letters), part);
    out.signs |= bits(signs, part);
  }
  if (_mm_movemask_epi8(all) != 0) out.signs |= first_bytes(bytes, out.words);
  return out;
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

#endif

}  // namespace

void sweep(std::string_view text, std::vector<BlockMarks>& out) {
  const auto whole = text.size() / kBlock;
  out.resize(whole + (text.size() % kBlock == 0 ? 0 : 1));
  for (std::size_t i = 0; i < whole; ++i) out[i] = marks_of(text.data() + i * kBlock);
  if (whole == out.size()) return;
  std::array<char, kBlock> rest{};
  std::memcpy(rest.data(), text.data() + whole * kBlock, text.size() - whole * kBlock);
  out[whole] = marks_of(rest.data());
}

}  // namespace touchstone::detect
