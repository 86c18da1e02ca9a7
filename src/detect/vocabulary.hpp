// Vocabulary: the words that rules know, numbered. Made once, then read from any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"

namespace touchstone::detect {

using WordId = std::uint16_t;
inline constexpr WordId kNoWord = 0;

class Vocabulary {
 public:
  Vocabulary();

  // The number of a lower-case word, a new one if it has none yet.
  WordId add(std::string_view word);
  // Its number, or kNoWord.
  [[nodiscard]] WordId find(std::string_view word) const { return slots_[slot_of(word)].id; }
  [[nodiscard]] std::size_t size() const { return words_.size(); }

 private:
  struct Slot {
    WordId id = kNoWord;
    std::uint16_t sign = 0;  // of the word: what has another one need not be compared
  };
  static std::uint16_t sign_of(std::uint64_t hash) {
    return static_cast<std::uint16_t>(hash >> 48U);
  }
  [[nodiscard]] std::size_t slot_of(std::string_view word) const {
    const auto mask = slots_.size() - 1;
    const auto mixed = base::hash_of_word(word);
    const auto sign = sign_of(mixed);
    auto slot = mixed >> 32U & mask;
    while (slots_[slot].id != kNoWord &&
           (slots_[slot].sign != sign || words_[slots_[slot].id] != word)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
  void put(WordId id);
  void grow();

  std::vector<std::string> words_;  // by number; the first is kNoWord
  std::vector<Slot> slots_;         // open addressing; a power of two, at most half full
};

}  // namespace touchstone::detect
