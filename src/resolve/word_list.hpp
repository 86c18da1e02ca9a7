// WordList: a small table of words that is asked often.
//
// Most words that it does not have are denied at first sight, by their first letter and length.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/text.hpp"

namespace touchstone::resolve {

class WordList {
 public:
  consteval explicit WordList(const char* list) : list_(list) {
    for (auto rest = list_; !rest.empty();) {
      const auto word = rest.substr(0, rest.find(' '));
      lengths_[first_of(word)] |= length_of(word);
      rest.remove_prefix(word.size() == rest.size() ? rest.size() : word.size() + 1);
    }
  }
  [[nodiscard]] constexpr bool has(std::string_view word) const {
    if (word.empty() || (lengths_[first_of(word)] & length_of(word)) == 0) return false;
    return base::has_word(list_, word);
  }

 private:
  static constexpr std::size_t first_of(std::string_view word) {
    return static_cast<unsigned char>(word.front()) % 32U;
  }
  static constexpr std::uint32_t length_of(std::string_view word) {
    return std::uint32_t{1} << (word.size() < 32 ? word.size() : 0);
  }

  std::string_view list_;
  std::array<std::uint32_t, 32> lengths_{};  // by first letter: a bit for each length
};

[[nodiscard]] constexpr bool has_word(const WordList& list, std::string_view word) {
  return list.has(word);
}

}  // namespace touchstone::resolve
