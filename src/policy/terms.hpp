// Terms: a rule's conditions as a list of ways in which they can hold, for the static check.
// Internal to src/policy.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "policy/leaf.hpp"

namespace touchstone::policy {

inline constexpr std::size_t kMaxTerms = 32;     // of one rule
inline constexpr std::size_t kMaxLiterals = 32;  // of one term

// A question, and whether its answer must be yes.
struct Literal {
  const Leaf* leaf = nullptr;
  bool yes = true;
};

struct Term {
  std::vector<Literal> literals;  // all of them
  std::uint64_t facts = 0;        // a bit for each fact they ask about; bits may be shared
};

// All terms, any of which makes the condition hold; nothing if they are too many.
[[nodiscard]] std::optional<std::vector<Term>> terms_of(const Condition& condition);

// No facts can make all of these hold. False where that cannot be told.
[[nodiscard]] bool is_impossible(const Term& term);
// Whenever `term` holds, so does `literal`. False where that cannot be told.
[[nodiscard]] bool implies(const Term& term, const Literal& literal);
// Whenever `term` holds, so does `other`. False where that cannot be told.
[[nodiscard]] bool implies(const Term& term, const Term& other);

}  // namespace touchstone::policy
