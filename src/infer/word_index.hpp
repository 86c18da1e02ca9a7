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
    for (auto slot = slot_of(word); first_[slot] != 0; slot = (slot + 1) % kSlots) {
      const std::size_t begin = first_[slot] - 1U;
      if (items_[begin].*word_ != word) continue;
      auto end = begin + 1;
      while (end < items_.size() && items_[end].*word_ == word) ++end;
      return items_.subspan(begin, end - begin);
    }
    return {};
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
  constexpr void put(std::size_t index) {
    auto slot = slot_of(items_[index].*word_);
    while (first_[slot] != 0) slot = (slot + 1) % kSlots;
    first_[slot] = static_cast<std::uint16_t>(index + 1);
  }

  std::span<const Item> items_;
  std::string_view Item::*word_;
  std::array<std::uint16_t, kSlots> first_{};  // by slot: an index and one; 0: nothing here
};

}  // namespace touchstone::infer
