// Digits: the alphabets in which bytes are written as text, and what a run of digits stands for.
//
// For whoever looks for encoded text inside another: nothing is refused. Of base64 both alphabets
// count, padding is no digit, and bits that make no whole byte are left out. What came by itself
// and must be right is decoded by base64.hpp. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace touchstone::base {

inline constexpr std::uint8_t kNoDigit = 0xFF;

struct Alphabet {
  std::array<std::uint8_t, 256> values;  // of each byte; kNoDigit for those that are none
  unsigned bits;                         // of one digit
  std::size_t phases;                    // digits after which a byte may begin anew

  [[nodiscard]] constexpr std::uint8_t value_of(char c) const {
    return values[static_cast<unsigned char>(c)];
  }
  [[nodiscard]] constexpr bool has(char c) const { return value_of(c) != kNoDigit; }
  // The digits that so many bytes need.
  [[nodiscard]] constexpr std::size_t digits_of(std::size_t bytes) const {
    return (bytes * 8 + bits - 1) / bits;
  }
};

inline constexpr Alphabet kBase64 = [] {
  Alphabet out{{}, 6, 4};
  out.values.fill(kNoDigit);
  for (std::uint8_t i = 0; i < 26; ++i) {
    out.values['A' + i] = i;
    out.values['a' + i] = static_cast<std::uint8_t>(i + 26);
  }
  for (std::uint8_t i = 0; i < 10; ++i) out.values['0' + i] = static_cast<std::uint8_t>(i + 52);
  out.values['+'] = out.values['-'] = 62;
  out.values['/'] = out.values['_'] = 63;
  return out;
}();

inline constexpr Alphabet kHex = [] {
  Alphabet out{{}, 4, 2};
  out.values.fill(kNoDigit);
  for (std::uint8_t i = 0; i < 10; ++i) out.values['0' + i] = i;
  for (std::uint8_t i = 0; i < 6; ++i)
    out.values['A' + i] = out.values['a' + i] = static_cast<std::uint8_t>(i + 10);
  return out;
}();

// Of digits alone.
[[nodiscard]] std::string decoded_digits(std::string_view run, const Alphabet& alphabet);

}  // namespace touchstone::base
