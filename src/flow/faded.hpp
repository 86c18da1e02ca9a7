// Faded: words of texts that a memory has forgotten, a few bits of each.
//
// A bare destination ("lantern-seven") is known by the text it stood in. Where that text is left
// out or dropped, its words leave a trace here, so that whoever floods a memory does not make what
// they said look like something that nobody has ever said. A word that was never there may seem to
// have been; one that was is never missed. When most bits are set, all words seem to have been.
//
// A value; owned by a Memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace touchstone::flow {

class Faded {
 public:
  explicit Faded(std::size_t most) : most_(most) {}  // 64 bits each; a power of two

  [[nodiscard]] bool empty() const { return words_.empty(); }
  [[nodiscard]] bool full() const { return set_ >= most_ * 64 / 8 * 7; }
  [[nodiscard]] bool has(std::uint64_t hash) const {
    return full() || (!empty() && is_set(hash) && is_set(hash >> 32U));
  }
  // True: it was not there.
  bool add(std::uint64_t hash) {
    if (has(hash)) return false;
    if (empty()) words_.resize(most_);
    set(hash);
    set(hash >> 32U);
    return true;
  }
  [[nodiscard]] std::size_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }

 private:
  friend class Wire;
  [[nodiscard]] std::uint64_t word_of(std::uint64_t bit) const {
    return words_[bit >> 6U & (words_.size() - 1)];
  }
  [[nodiscard]] bool is_set(std::uint64_t bit) const {
    return (word_of(bit) >> (bit & 63U) & 1U) != 0;
  }
  void set(std::uint64_t bit) {
    if (!is_set(bit)) ++set_;
    words_[bit >> 6U & (words_.size() - 1)] |= std::uint64_t{1} << (bit & 63U);
  }

  std::size_t most_;
  std::size_t set_ = 0;
  std::vector<std::uint64_t> words_;  // empty while nothing was forgotten
};

}  // namespace touchstone::flow
