// ASCII letters and digits, whatever the locale.
#pragma once

namespace touchstone::flow {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_letter(char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); }
constexpr bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }
constexpr char upper(char c) { return static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c); }
constexpr char lower(char c) { return static_cast<char>(is_upper(c) ? c + 32 : c); }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
constexpr bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\f' || c == '\v'; }

}  // namespace touchstone::flow
