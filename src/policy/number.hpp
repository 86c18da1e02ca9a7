// Numbers as they are written. A double is compared first; only where that says "the same" do the
// digits decide, so 9007199254740993 is more than 9007199254740992 and 1e400 is more than anything
// a rule can name. Pure; comparing allocates nothing.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "json/writer.hpp"

namespace touchstone::policy {

// A number of a rule.
struct Number {
  double near = 0;   // the nearest double, or an infinity
  std::string text;  // short where that is the same number, else as it is written

  Number() = default;
  Number(double number);                   // NOLINT(google-explicit-constructor): it is one
  explicit Number(std::string_view text);  // digits with or without a sign, point and exponent

  friend bool operator==(const Number& a, const Number& b);
};

// A number of a call: JSON's, or a text of which reads_as_number() says that it is one.
struct Numeral {
  std::string_view text;
};

// As JSON.
void write(json::Writer& out, const Number& number);

// The nearest double; an infinity of its sign for what is beyond.
[[nodiscard]] double nearest(std::string_view digits);
// By all their digits. Both are plain decimals.
[[nodiscard]] std::strong_ordering compare_digits(std::string_view a, std::string_view b);
[[nodiscard]] std::strong_ordering compare(Numeral value, const Number& with);

// How a server that wants a number may read a text.
enum class NumberReading : std::uint8_t {
  kNone,   // as none: there is no digit in it
  kSome,   // in some way: 5,000, 0x1388, 5000 EUR, 017, Infinity
  kPlain,  // as one number, whoever reads it: 5000, +5e3, " 5000 "
};
struct NumberText {
  NumberReading reading = NumberReading::kNone;
  Numeral numeral;  // of kPlain
};
[[nodiscard]] NumberText reads_as_number(std::string_view text);
// How a server that wants a flag may read a text or a number: true, 1, yes, on and their opposites.
[[nodiscard]] std::optional<bool> reads_as_flag(std::string_view text);
// A number in the grammar of JSON.
[[nodiscard]] bool is_json_number(std::string_view text);

}  // namespace touchstone::policy
