// KeptWords: in which stretches of a memory's texts a word may stand.
//
// Most short values of a call stand nowhere in what is kept, and to search all of it for each of
// them is what most calls would cost. So the texts are thought of as sixteen windows, and two slots
// that a word's hash picks have a bit for each window that it stands in. A word that is there is
// never denied; one that is not may seem to be. When all that stood in a window is dropped its bits
// are cleared, so nothing has to be read again. Nothing of it is saved.
//
// A value; owned by a TextStore.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace touchstone::flow {

using Windows = std::uint16_t;  // a bit for each
inline constexpr std::size_t kWindows = 16;

class KeptWords {
 public:
  // At most so many bytes, a power of two; 0: every word may be everywhere.
  KeptWords(std::size_t bytes, std::uint64_t seed) : most_(bytes / sizeof(Windows)), seed_(seed) {}

  [[nodiscard]] bool able() const { return most_ > 0; }
  // Words between blanks, of folded text that begins in this window and ends there.
  void add(std::string_view text, std::size_t window);
  // Where these words in a row may begin. Some of them may stand in the next window.
  [[nodiscard]] Windows of(std::string_view text) const;
  // In all other windows there is nothing any more.
  void keep_only(Windows windows);

  [[nodiscard]] std::size_t bytes() const { return slots_.capacity() * sizeof(Windows); }

 private:
  std::size_t most_;
  std::uint64_t seed_;
  std::vector<Windows> slots_;  // empty until something is added
};

}  // namespace touchstone::flow
