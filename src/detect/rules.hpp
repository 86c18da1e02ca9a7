// The phrase rules, for English: what a text says that a description has no reason to say.
//
// The tables in rules_*.cpp are the place to go when an attack is missed or a real tool is accused.
// Points add up over a passage (passage.hpp says how, and what they mean): give full points only to
// what no honest description says, and part of them to what is odd only together with something
// else. A rule with points below zero is an honest reason for what its family suspects.
#pragma once

#include "detect/rule_set.hpp"

namespace touchstone::detect {

// All rules, compiled on first use.
[[nodiscard]] const RuleSet& phrase_rules();

// Those for the content of results: the orders that a definition must not give, without what
// documents say of commands, tools and products, and what only content says.
[[nodiscard]] const RuleSet& result_rules();

// What is a sign only where nobody sees it (concealed.hpp).
[[nodiscard]] const RuleSet& concealed_rules();

}  // namespace touchstone::detect
