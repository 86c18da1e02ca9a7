// The words of a sentence, as it is spoken: what stands between them tells where a clause begins.
//
// Letters stay as they are written; SmallWord is for those few words that are looked up in a table.
// Pure, linear, never allocates.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>

#include "base/block.hpp"

namespace touchstone::flow {

// Not written before it is read into: there are many of them.
struct Spoken {
  const char* begin;
  std::size_t size;
  bool after_comma;  // or a bracket, a quotation mark, a dash
  bool apart;        // the same, but no quotation mark: no object of a verb before it
  bool capital;
  bool pointed;  // begins as a name, a number, a quotation
  [[nodiscard]] std::string_view text() const { return {begin, size}; }
};

// As many words of the text as there is room for; how many those are. Markup is passed over.
[[nodiscard]] std::size_t read_words(std::string_view text, std::span<Spoken> out);

// A word in small letters. Of a longer one than any verb is: none.
class SmallWord {
 public:
  static constexpr std::size_t kMost = 15;

  SmallWord() = default;
  explicit SmallWord(std::string_view text) {
    if (text.size() > kMost) return;
    const auto small = base::lower(base::load_block(text));
    std::memcpy(letters_.data(), &small, base::kBlockSize);
    size_ = text.size();
  }
  operator std::string_view() const { return {letters_.data(), size_}; }
  friend bool operator==(const SmallWord& a, std::string_view b) {
    return std::string_view(a) == b;
  }

 private:
  std::array<char, base::kBlockSize> letters_{};
  std::size_t size_ = 0;
};
static_assert(SmallWord::kMost <= base::kBlockSize);

}  // namespace touchstone::flow
