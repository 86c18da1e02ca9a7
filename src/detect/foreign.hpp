// Foreign: instructions in other languages than English, by stems of words that stand together in
// one sentence: what is to be done (ignore), to which (the previous, all) and to what
// (instructions). Stems, because the languages bend their words, and some put no blanks between
// them; the table is patterns_foreign.cpp.
//
// A phrase in other words is not known: these are the classic ones, of two families. Bounded around
// each literal; pure; any thread. Internal to src/detect.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "detect/confirm.hpp"

namespace touchstone::detect {

// All stems in small letters and between bars.
struct ForeignRule {
  std::string_view rule;    // of content: "override", "secrecy"
  std::string_view words;   // literals that lead here, as they are spelled; Latin ones in any case
  std::string_view verbs;   // one of these beside it,
  std::string_view others;  // and one of these
  std::string_view unless;  // next to the verb: then it says the contrary
  std::size_t reach = 48;   // bytes between the word and the verb; more where letters have more
};
[[nodiscard]] std::span<const ForeignRule> foreign_rules();

void confirm_foreign(std::size_t index, const Place& word, Finds& finds);

}  // namespace touchstone::detect
