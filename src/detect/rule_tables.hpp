// The tables that the phrase rules are made of, for rules.cpp. rules.hpp says how to write a rule.
#pragma once

#include <span>

#include "detect/rule_set.hpp"

namespace touchstone::detect {

[[nodiscard]] std::span<const WordClass> word_classes();
[[nodiscard]] std::span<const PhraseRule> rules_of_orders();
[[nodiscard]] std::span<const PhraseRule> rules_of_data();
[[nodiscard]] std::span<const PhraseRule> rules_of_purpose();
[[nodiscard]] std::span<const PhraseRule> rules_of_results();
[[nodiscard]] std::span<const PhraseRule> rules_of_wordings();
[[nodiscard]] std::span<const PhraseRule> rules_of_concealed();

}  // namespace touchstone::detect
