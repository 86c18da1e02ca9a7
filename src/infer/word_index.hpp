// WordIndex: where a word stands in a table that is sorted by words, without searching it.
//
// Made at compile time of the table's words. Of most words that the table does not have it knows so
// at first sight; for any other it gives the one place to compare.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/hash.hpp"

namespace touchstone::infer {

template <typename Item>
class WordIndex {
 public:
  // `items` lives as long as the program, `word` is the member they are sorted by.
  template <std::size_t N>
  consteval WordIndex(const std::array<Item, N>& items, std::string_view Item::*word)
      : items_(items), word_(word) {
    static_assert(N * 2 < kSlots);
    for (std::size_t i = 0; i < N; ++i) {
      if (i == 0 || items[i].*word != items[i - 1].*word) put(i);
    }
  }

  // All items that have this word, in the table's order.
  [[nodiscard]] constexpr std::span<const Item> find(std::string_view word) const {
    if (word.empty()) return {};
    const auto hash = base::hash_of_word(word);
    for (auto at = slot_of(hash); slots_[at].first != 0; at = (at + 1) % kSlots) {
      const std::size_t begin = slots_[at].first - 1U;
      if (slots_[at].sign != sign_of(hash) || items_[begin].*word_ != word) continue;
      return items_.subspan(begin, slots_[at].count);
    }
    return {};
  }

 private:
  static constexpr std::size_t kSlots = 4096;
  struct Slot {
    std::uint16_t first = 0;  // an index and one; 0: nothing here
    std::uint8_t count = 0;   // items that have the word
    std::uint8_t sign = 0;    // of the word: what has another one need not be compared
  };

  static constexpr std::size_t slot_of(std::uint64_t hash) { return hash >> 32U & (kSlots - 1); }
  static constexpr std::uint8_t sign_of(std::uint64_t hash) {
    return static_cast<std::uint8_t>(hash >> 56U);
  }
  [[nodiscard]] constexpr std::uint8_t count_from(std::size_t begin) const {
    auto end = begin + 1;
    while (end < items_.size() && items_[end].*word_ == items_[begin].*word_) ++end;
    if (end - begin > 255) throw "too many items of one word";  // stops the compiler
    return static_cast<std::uint8_t>(end - begin);
  }
  constexpr void put(std::size_t index) {
    const auto hash = base::hash_of_word(items_[index].*word_);
    auto at = slot_of(hash);
    while (slots_[at].first != 0) at = (at + 1) % kSlots;
    slots_[at] = {static_cast<std::uint16_t>(index + 1), count_from(index), sign_of(hash)};
  }

  std::span<const Item> items_;
  std::string_view Item::*word_;
  std::array<Slot, kSlots> slots_{};
};

}  // namespace touchstone::infer
