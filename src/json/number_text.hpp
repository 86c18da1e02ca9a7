// Numbers as ECMAScript spells them, which is also their canonical form (RFC 8785).
#pragma once

#include <cmath>
#include <string>

namespace touchstone::json {

// It is spelled as the integer that it is: below this every whole number is exact, and has one
// spelling.
[[nodiscard]] inline bool is_plain_integer(double value) {
  constexpr double kMaxPlain = 1e15;
  return std::abs(value) < kMaxPlain && value == std::trunc(value);
}

// The shortest text that reads back as `value`, which is finite.
void append_number(std::string& out, double value);

}  // namespace touchstone::json
