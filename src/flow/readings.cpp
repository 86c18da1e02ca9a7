#include "flow/readings.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "detect/encoded.hpp"
#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

constexpr std::uint8_t kNoDigit = 0xFF;

// The value of each digit of an alphabet.
using Digits = std::array<std::uint8_t, 256>;
constexpr Digits kBase64Digits = [] {
  Digits out{};
  out.fill(kNoDigit);
  for (std::uint8_t i = 0; i < 26; ++i) {
    out['A' + i] = i;
    out['a' + i] = static_cast<std::uint8_t>(i + 26);
  }
  for (std::uint8_t i = 0; i < 10; ++i) out['0' + i] = static_cast<std::uint8_t>(i + 52);
  out['+'] = out['-'] = 62;
  out['/'] = out['_'] = 63;
  return out;
}();
constexpr Digits kHexDigits = [] {
  Digits out{};
  out.fill(kNoDigit);
  for (std::uint8_t i = 0; i < 10; ++i) out['0' + i] = i;
  for (std::uint8_t i = 0; i < 6; ++i)
    out['A' + i] = out['a' + i] = static_cast<std::uint8_t>(i + 10);
  return out;
}();

struct Alphabet {
  const Digits& digits;
  unsigned bits;       // of one digit
  std::size_t phases;  // places from which a run may have been encoded
};
constexpr Alphabet kBase64Alphabet{kBase64Digits, 6, 4};
constexpr Alphabet kHexAlphabet{kHexDigits, 4, 2};

std::uint8_t digit_of(char c, const Alphabet& alphabet) {
  return alphabet.digits[static_cast<unsigned char>(c)];
}

std::string decoded_run(std::string_view run, const Alphabet& alphabet) {
  std::string out;
  out.reserve(run.size() * alphabet.bits / 8 + 1);
  std::uint32_t bits = 0;
  unsigned have = 0;
  for (const char c : run) {
    bits = bits << alphabet.bits | digit_of(c, alphabet);
    have += alphabet.bits;
    if (have < 8) continue;
    have -= 8;
    out += static_cast<char>(bits >> have & 0xFFU);
  }
  return out;
}

// What is decoded once more: of four phases three are noise.
bool may_be_encoded(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c > ' ' && c < 0x7F) || is_space(c); });
}

class RunReader {
 public:
  RunReader(std::size_t least, const TakeReading& take) : least_(least), take_(take) {}

  void read(std::string_view text, int depth) {
    if (depth >= kMaxReadings) return;
    if (text.find_first_of("%&\\") != std::string_view::npos) {
      const auto plain = detect::unescaped(text);
      if (plain != text) tell(plain, depth);
    }
    read_runs(text, kBase64Alphabet, depth);
    read_runs(text, kHexAlphabet, depth);
  }

 private:
  void tell(std::string_view reading, int depth) {
    take_(reading);
    if (may_be_encoded(reading)) read(reading, depth + 1);
  }
  void read_runs(std::string_view text, const Alphabet& alphabet, int depth) {
    const auto shortest = (least_ * 8 + alphabet.bits - 1) / alphabet.bits;
    for (std::size_t begin = 0; begin < text.size();) {
      auto end = begin;
      while (end < text.size() && digit_of(text[end], alphabet) != kNoDigit) ++end;
      for (std::size_t i = 0; i < alphabet.phases && begin + i + shortest <= end; ++i)
        tell(decoded_run(text.substr(begin + i, end - begin - i), alphabet), depth);
      begin = end + 1;
    }
  }

  std::size_t least_;
  const TakeReading& take_;
};

}  // namespace

void each_reading(std::string_view text, std::size_t least, const TakeReading& take) {
  RunReader(least, take).read(text, 0);
}

}  // namespace touchstone::flow
