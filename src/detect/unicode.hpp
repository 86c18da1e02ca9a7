// Unicode: characters that hide, spellings that deceive. The only users of ICU are this module's.
//
// Not covered: text that is hidden by its look (white on white), which plain text has not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "detect/mark.hpp"

namespace touchstone::detect {

// Marks characters that a person does not see, or that change what a person sees: zero-width and
// bidirectional controls, tags, runs of variation selectors, private use, terminal escapes and
// other controls. What emoji and right-to-left or Indic text need is left alone.
void find_hidden(std::string_view text, Marks& marks);

// What tags and runs of variation selectors spell: a text inside the text, or nothing.
[[nodiscard]] std::string smuggled(std::string_view text);

// Two names with one skeleton look alike (UTS 39, and case does not count). Bytes that are not
// UTF-8 stand for themselves.
[[nodiscard]] std::string skeleton(std::string_view name);

// A name with letters of scripts that nobody writes together, such as Latin and Cyrillic.
[[nodiscard]] bool mixes_scripts(std::string_view name);

// One spelling of a word: see words.hpp.
[[nodiscard]] std::string folded(std::string_view word);

// Does this character belong into a word? Letters, digits and marks of scripts that put blanks
// between words, and whatever is invisible.
[[nodiscard]] bool is_word_character(std::uint32_t code);

// What readers of host names make of a character that is not ASCII (UTS 46): letters of ASCII, or
// none where they leave it out. They do not agree about the digits of other scripts.
struct HostLetters {
  std::array<char, 4> letters{};
  std::size_t count = 0;
  bool is_agreed = true;
};
// Nothing for what stays as it is.
[[nodiscard]] std::optional<HostLetters> host_letters(std::uint32_t code);

// May this character be shown to a person as it is?
[[nodiscard]] bool is_visible(std::uint32_t code);

}  // namespace touchstone::detect
