// UTF-8, one character at a time: shared by the scanner, the string functions and positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace touchstone::json {

inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// The length of the well-formed character that `text` begins with, or 0 if there is none: no
// overlong forms, no surrogates, nothing above U+10FFFF (Unicode, table 3-7).
[[nodiscard]] std::size_t utf8_length(std::string_view text);

// The code point of a well-formed character.
[[nodiscard]] std::uint32_t utf8_code_point(std::string_view character);

void append_utf8(std::string& out, std::uint32_t code_point);

[[nodiscard]] inline bool is_utf8_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

}  // namespace touchstone::json
