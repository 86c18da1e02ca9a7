// Spelled: a character that is written out in ASCII inside a text, as JSON inside JSON, source code
// and HTML do: \n, \u200b, \x20, &nbsp;, &#105;. And how wide characters are that a reader takes
// for a blank, or does not see. Pure; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace touchstone::detect {

struct Spelled {
  std::uint32_t code = 0;
  std::size_t length = 0;  // bytes it is written with; 0: no such character begins here
};

// More backslashes than these before one letter are no escape of an escape.
inline constexpr std::size_t kMaxBackslashes = 8;
inline constexpr std::size_t kMaxEntity = 10;  // bytes, with & and ;

// Of an escape that was escaped itself (\\n) all backslashes belong to it.
[[nodiscard]] Spelled spelled_at(std::string_view text, std::size_t at);

// Blanks of all widths, line breaks; not what has no width.
[[nodiscard]] bool is_wide_blank(std::uint32_t code);
// Shows nothing (Unicode: default ignorable), or only changes the letter before it.
[[nodiscard]] bool is_without_width(std::uint32_t code);
// A small picture, or what only shapes one: an emoji, a dingbat, a letter of a flag.
[[nodiscard]] bool is_pictograph(std::uint32_t code);
[[nodiscard]] constexpr bool is_combining(std::uint32_t code) {
  return code >= 0x0300 && code <= 0x036F;
}

}  // namespace touchstone::detect
