// What an ASCII character is, without regard to the locale. Internal to src/detect.
#pragma once

#include <array>
#include <string_view>

namespace touchstone::detect {

// A few characters, made once; asking is one look into a table.
class CharacterSet {
 public:
  consteval explicit CharacterSet(std::string_view characters) {
    for (const char c : characters) is_in_[static_cast<unsigned char>(c)] = true;
  }
  [[nodiscard]] constexpr bool has(char c) const { return is_in_[static_cast<unsigned char>(c)]; }

 private:
  std::array<bool, 256> is_in_{};
};

[[nodiscard]] constexpr bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_ascii_upper(char c) { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr bool is_ascii_lower(char c) { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr bool is_ascii_letter(char c) {
  return is_ascii_upper(c) || is_ascii_lower(c);
}
[[nodiscard]] constexpr bool is_ascii_alnum(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c);
}
[[nodiscard]] constexpr bool is_ascii_hex(char c) {
  return is_ascii_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
[[nodiscard]] constexpr bool is_ascii_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
[[nodiscard]] constexpr char ascii_lower(char c) {
  return is_ascii_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}
[[nodiscard]] constexpr char ascii_upper(char c) {
  return is_ascii_lower(c) ? static_cast<char>(c - ('a' - 'A')) : c;
}
// The letter of \n, \r or \t, where a text has such an escape spelled out in it: no part of the
// word that follows.
[[nodiscard]] constexpr bool is_escape_letter(std::string_view text, std::size_t at) {
  return at > 0 && text[at - 1] == '\\' && (text[at] == 'n' || text[at] == 'r' || text[at] == 't');
}
[[nodiscard]] constexpr unsigned digit_value(char c) { return static_cast<unsigned>(c - '0'); }
[[nodiscard]] constexpr unsigned hex_value(char c) {
  return is_ascii_digit(c) ? digit_value(c) : static_cast<unsigned>(ascii_lower(c) - 'a') + 10;
}

}  // namespace touchstone::detect
