// Vocabulary: the words that rules know, numbered. Made once, then read from any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::detect {

using WordId = std::uint16_t;
inline constexpr WordId kNoWord = 0;

class Vocabulary {
 public:
  Vocabulary();

  // The number of a lower-case word, a new one if it has none yet.
  WordId add(std::string_view word);
  // Its number, or kNoWord.
  [[nodiscard]] WordId find(std::string_view word) const { return slots_[slot_of(word)]; }
  [[nodiscard]] std::size_t size() const { return words_.size(); }

 private:
  [[nodiscard]] std::size_t slot_of(std::string_view word) const;
  void grow();

  std::vector<std::string> words_;  // by number; the first is kNoWord
  std::vector<WordId> slots_;       // open addressing; a power of two, at most half full
};

}  // namespace touchstone::detect
