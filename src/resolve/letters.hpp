// Letters and digits of ASCII, whatever the locale says.
#pragma once

namespace touchstone::resolve {

[[nodiscard]] constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_alnum(char c) { return is_letter(c) || is_digit(c); }

}  // namespace touchstone::resolve
