// WordFilter: says of most words that a table does not have them, without searching it.
//
// Made at compile time of the table's words. It may say yes to others, and never no to its own.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace touchstone::infer {

class WordFilter {
 public:
  // Of the words that `word_of` gives for each item.
  template <typename Items, typename WordOf>
  consteval WordFilter(const Items& items, WordOf word_of) {
    for (const auto& item : items) may_have_[slot_of(word_of(item))] = true;
  }
  [[nodiscard]] constexpr bool may_have(std::string_view word) const {
    return !word.empty() && may_have_[slot_of(word)];
  }

 private:
  static constexpr std::size_t kSlots = 8192;

  static constexpr std::size_t slot_of(std::string_view word) {
    const auto at = [&](std::size_t i) -> std::size_t {
      return static_cast<unsigned char>(word[i]);
    };
    const auto middle = at(word.size() / 2);
    return (at(0) * 1009U + middle * 131U + at(word.size() - 1) * 31U + word.size()) % kSlots;
  }

  std::array<bool, kSlots> may_have_{};
};

}  // namespace touchstone::infer
