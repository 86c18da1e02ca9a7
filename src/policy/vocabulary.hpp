// Vocabularies: which words a fact can be, so that a word that it never is is an error when the
// policy is loaded, and not a rule that never fires.
//
// A row of the table (fact.cpp) lists words between spaces. One with <…> in it stands for many:
// <rule> for the names of the detectors' rules, which are known; the others for what organisations,
// servers and clients name themselves, of which only the form is. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "policy/fact.hpp"

namespace touchstone::policy {

struct Placeholder {
  std::string_view name;  // "<scope>"
  Besides besides;        // kNothing: it stands for words that are known
  std::string_view meaning;
};
[[nodiscard]] std::span<const Placeholder> placeholders();

// Makes `words` of a row those of the fact.
void take_words(std::string_view words, FactSpec& fact);
// The same of a number: "0..23", "0..", or nothing.
void take_bounds(std::string_view bounds, FactSpec& fact);
// The words of data classes as annotations have them, `none` among them.
void take_classes(FactSpec& fact);

// The fact, or a member of it, is this in some situation.
[[nodiscard]] bool can_be(const FactSpec& fact, std::string_view word);
// What it can be, for people: "read, write or destructive", "a word for tool.findings".
[[nodiscard]] std::string words_in_words(const FactSpec& fact);
// "did you mean financial?", or what else may help.
[[nodiscard]] std::string meant(const FactSpec& fact, std::string_view word);

}  // namespace touchstone::policy
