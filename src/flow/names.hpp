// Names of fields and parameters, word by word.
#pragma once

#include <array>
#include <string_view>

#include "base/word_list.hpp"
#include "flow/letters.hpp"

namespace touchstone::flow {

// One of the words of `messageBody`, `event_description` or `Review text` is in the list.
[[nodiscard]] constexpr bool name_has(std::string_view name, const base::WordList& list) {
  std::array<char, 16> word{};  // a longer word is in no list
  std::size_t size = 0;
  for (std::size_t i = 0; i <= name.size(); ++i) {
    const bool letter = i < name.size() && is_letter(name[i]);
    const bool begins = letter && is_upper(name[i]) && i > 0 && !is_upper(name[i - 1]);
    if (!letter || begins) {
      if (size <= word.size() && list.has({word.data(), size})) return true;
      size = 0;
    }
    if (letter && size < word.size()) word[size] = lower(name[i]);
    if (letter) ++size;
  }
  return false;
}

}  // namespace touchstone::flow
