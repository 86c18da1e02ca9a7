// WordList: a small table of words that is asked often.
//
// Made at compile time. Most words that it does not have are denied at first sight, by their first
// letter and length; for the others there is one place to compare, mostly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/hash.hpp"

namespace touchstone::base {

class WordList {
 public:
  // Words between single spaces, at most kMaxWords, each once. The list lives as long as the
  // program.
  static constexpr std::size_t kMaxWords = 128;

  consteval explicit WordList(const char* list) : list_(list) {
    std::size_t count = 0;
    for (std::size_t begin = 0; begin < list_.size(); ++begin) {
      const auto word = word_at(begin);
      put(begin, word);
      begin += word.size();
      if (++count > kMaxWords) throw "too many words";  // stops the compiler
    }
  }

  // False: it has not, whatever the case of the word's letters.
  [[nodiscard]] constexpr bool may_have(std::string_view word) const {
    return !word.empty() && (lengths_[letter(word.front())] & length_of(word)) != 0;
  }

  // False: none of its words begins so, in any case. Of a word of one letter what follows it
  // counts.
  [[nodiscard]] constexpr bool may_begin(char first, char second) const {
    return (seconds_[letter(first)] >> letter(second) & 1U) != 0;
  }

  [[nodiscard]] constexpr bool has(std::string_view word) const {
    if (!may_have(word)) return false;
    for (auto slot = slot_of(word); begins_[slot] != 0; slot = (slot + 1) % kSlots) {
      if (stands_at(begins_[slot] - 1U, word)) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t kSlots = 2 * kMaxWords;

  static constexpr std::size_t letter(char c) { return static_cast<unsigned char>(c) % 32U; }
  static constexpr std::uint32_t length_of(std::string_view word) {
    return std::uint32_t{1} << (word.size() < 32 ? word.size() : 0);
  }
  static constexpr std::size_t slot_of(std::string_view word) {
    return hash_of_word(word) >> 32U & (kSlots - 1);
  }
  [[nodiscard]] constexpr std::string_view word_at(std::size_t begin) const {
    return list_.substr(begin, list_.find(' ', begin) - begin);
  }
  // The word of the list ends where this one does.
  [[nodiscard]] constexpr bool stands_at(std::size_t begin, std::string_view word) const {
    const auto end = begin + word.size();
    return list_.substr(begin, word.size()) == word && (end == list_.size() || list_[end] == ' ');
  }
  constexpr void put(std::size_t begin, std::string_view word) {
    lengths_[letter(word.front())] |= length_of(word);
    seconds_[letter(word.front())] |=
        word.size() > 1 ? std::uint32_t{1} << letter(word[1]) : ~std::uint32_t{0};
    auto slot = slot_of(word);
    while (begins_[slot] != 0) slot = (slot + 1) % kSlots;
    begins_[slot] = static_cast<std::uint16_t>(begin + 1);
  }

  std::string_view list_;
  std::array<std::uint32_t, 32> lengths_{};     // by first letter: a bit for each length
  std::array<std::uint32_t, 32> seconds_{};     // and for each second letter
  std::array<std::uint16_t, kSlots> begins_{};  // by slot: a place in the list and one; 0: nothing
};

[[nodiscard]] constexpr bool has_word(const WordList& list, std::string_view word) {
  return list.has(word);
}

}  // namespace touchstone::base
