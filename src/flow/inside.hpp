// What else a word has in it, besides what it is as a whole: accounts that check (accounts.hpp),
// and what it says read otherwise (word_readings.hpp). Owned by a TokenReader.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "flow/tokens.hpp"

namespace touchstone::flow {

// A word of a text, what it is as a whole, and what it is to be read for.
struct Word {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t raw_begin = 0;  // with the punctuation around it
  std::size_t raw_end = 0;
  Kind kind = Kind::kText;  // none
  std::string_view normal;
  bool numbers = false;  // it has digits
  bool escapes = false;  // it may have some
  bool address = false;  // it has a sign of addresses, and may be torn there
  int depth = 0;         // readings of readings
};

inline constexpr int kMaxDepth = 3;  // an escape of an escape, a URL in a URL in a URL

// Each once, and not what the word is as a whole.
void append_inside(std::string_view text, const Word& word, std::vector<Inside>& out);

}  // namespace touchstone::flow
