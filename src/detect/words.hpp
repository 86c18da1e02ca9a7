// Words: a text cut into words and sentences, ready for rules.
//
// A word is compared in one spelling: NFKC, lower case, invisible characters dropped, look-alike
// letters of other scripts as the Latin ones they imitate. Its place stays that in the text.
// Chinese, Japanese and Korean run without spaces and are not cut; no rule reads them yet.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "detect/vocabulary.hpp"

namespace touchstone::detect {

struct Word {
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t sentence;
  WordId id;
  bool upper;   // WRITTEN LIKE THIS, two letters or more
  bool name;    // an identifier: snake_case, camelCase, many-hyphened, or alone in quotes
  bool starts;  // the first of its sentence, or after a colon or a comma
};

struct Words {
  std::vector<Word> words;
  std::vector<std::uint32_t> sentences;  // where each begins; never empty

  // The sentence in which this offset lies.
  [[nodiscard]] std::uint32_t sentence_at(std::size_t offset) const;
};

// Any bytes; what is not UTF-8 separates words. At most 4 GiB.
[[nodiscard]] Words cut(std::string_view text, const Vocabulary& vocabulary);

}  // namespace touchstone::detect
