#include "policy/terms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "policy/entail.hpp"

namespace touchstone::policy {
namespace {

using Terms = std::vector<Term>;

constexpr std::size_t kMaxTriedWords = 6;  // of a set: all its subsets are tried

std::uint64_t bit_of(const FactRef& fact) { return std::uint64_t{1} << (fact.id % 64); }

std::optional<Terms> expand(const Condition& condition, bool yes);

std::optional<Terms> expand_union(const std::vector<Condition>& parts, bool yes) {
  Terms all;
  for (const auto& part : parts) {
    auto more = expand(part, yes);
    if (!more || all.size() + more->size() > kMaxTerms) return std::nullopt;
    std::ranges::move(*more, std::back_inserter(all));
  }
  return all;
}

std::optional<Terms> expand_product(const std::vector<Condition>& parts, bool yes) {
  Terms product(1);
  for (const auto& part : parts) {
    const auto more = expand(part, yes);
    if (!more || product.size() * more->size() > kMaxTerms) return std::nullopt;
    Terms next;
    for (const auto& left : product) {
      for (const auto& right : *more) {
        auto& both = next.emplace_back(left);
        both.literals.insert(both.literals.end(), right.literals.begin(), right.literals.end());
        both.facts |= right.facts;
        if (both.literals.size() > kMaxLiterals) return std::nullopt;
      }
    }
    product = std::move(next);
  }
  return product;
}

std::optional<Terms> expand(const Condition& condition, bool yes) {
  switch (condition.kind) {
    case Condition::Kind::kLeaf:
      return Terms{{.literals = {{&condition.leaf, yes}}, .facts = bit_of(condition.leaf.fact)}};
    case Condition::Kind::kNot: return expand(condition.parts.front(), !yes);
    case Condition::Kind::kAll:
    case Condition::Kind::kAny: break;
  }
  const bool joined = (condition.kind == Condition::Kind::kAll) == yes;
  return joined ? expand_product(condition.parts, yes) : expand_union(condition.parts, yes);
}

// The literals of one fact, and values to try them on.
struct Trial {
  std::vector<Literal> literals;
  std::vector<Value> values;
  Texts texts;

  [[nodiscard]] bool possible() const {
    Facts facts;
    const auto fact = literals.front().leaf->fact.id;
    return std::ranges::any_of(values, [&](const Value& value) {
      facts.set(fact, value);
      return std::ranges::all_of(literals, [&](const Literal& literal) {
        return literal.leaf->holds(facts) == literal.yes;
      });
    });
  }
};

// `exists: true`, or `exists: false` that must not hold.
bool asks_presence(const Literal& literal) {
  return std::get<bool>(literal.leaf->operands.front()) == literal.yes;
}

bool needs_presence(const Literal& literal) {
  return literal.leaf->op == Op::kExists ? asks_presence(literal) : literal.yes;
}

void try_subsets(const FactSpec& fact, Trial& trial) {
  for (unsigned bits = 0; bits < 1U << fact.words.size(); ++bits) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < fact.words.size(); ++i) {
      if ((bits >> i & 1U) != 0) words.emplace_back(fact.words[i]);
    }
    trial.values.emplace_back(trial.texts.keep(words));
  }
}

// Each number a rule names, and one on either side; all that the fact can be.
void try_numbers(const FactSpec& fact, Trial& trial) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  trial.values.emplace_back(0.0);
  if (std::isfinite(fact.least)) trial.values.emplace_back(fact.least);
  if (std::isfinite(fact.most)) trial.values.emplace_back(fact.most);
  for (const auto& literal : trial.literals) {
    for (const auto& operand : literal.leaf->operands) {
      const auto* number = std::get_if<Number>(&operand);
      if (number == nullptr) continue;
      trial.values.emplace_back(number->near);
      trial.values.emplace_back(std::nextafter(number->near, kFar));
      trial.values.emplace_back(std::nextafter(number->near, -kFar));
    }
  }
  std::erase_if(trial.values, [&](const Value& value) {
    const auto* number = std::get_if<double>(&value);
    return number != nullptr && (*number < fact.least || *number > fact.most);
  });
}

// An open text that must be one of a few: those.
bool try_operands(Trial& trial) {
  const auto named = std::ranges::find_if(trial.literals, [](const Literal& literal) {
    return literal.yes && !literal.leaf->every &&
           (literal.leaf->op == Op::kEquals || literal.leaf->op == Op::kIn);
  });
  if (named == trial.literals.end()) return false;
  for (const auto& operand : named->leaf->operands) {
    trial.values.emplace_back(trial.texts.keep(std::get<std::string>(operand)));
  }
  return true;
}

// Fills in all values that matter; false if they cannot be listed.
bool try_all(const FactSpec& fact, Trial& trial) {
  trial.values.emplace_back();
  switch (fact.type) {
    case Type::kFlag:
      trial.values.emplace_back(true);
      trial.values.emplace_back(false);
      return true;
    case Type::kNumber: try_numbers(fact, trial); return true;
    case Type::kText:
      for (const auto word : fact.words) trial.values.emplace_back(word);
      return fact.is_closed() || try_operands(trial);
    case Type::kSet:
      if (!fact.is_closed() || fact.words.size() > kMaxTriedWords) return false;
      try_subsets(fact, trial);
      return true;
    case Type::kAny: break;
  }
  return false;
}

bool is_absent(const Literal& literal) {
  return literal.leaf->op == Op::kExists && !asks_presence(literal);
}

// The first must hold and the second must not, which the first brings with it.
bool defeats(const Literal& a, const Literal& b) {
  return a.yes && !b.yes && entails(*a.leaf, *b.leaf);
}

// What is impossible whatever the values: a question answered yes, and no to one that follows from
// it; a value of something that is absent; two that no text is both of.
bool contradict(const Literal& a, const Literal& b) {
  if (*a.leaf == *b.leaf) return a.yes != b.yes;
  if ((is_absent(a) && needs_presence(b)) || (is_absent(b) && needs_presence(a))) return true;
  return defeats(a, b) || defeats(b, a) || (a.yes && b.yes && exclude(*a.leaf, *b.leaf));
}

bool fact_is_impossible(Trial trial) {
  for (std::size_t i = 0; i < trial.literals.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (contradict(trial.literals[i], trial.literals[j])) return true;
    }
  }
  const auto& fact = trial.literals.front().leaf->fact;
  if (!fact.member.empty() || !try_all(spec(fact.id), trial)) return false;
  return !trial.possible();
}

Trial trial_of(const Term& term, const FactRef& fact) {
  Trial trial;
  for (const auto& literal : term.literals) {
    if (literal.leaf->fact == fact) trial.literals.push_back(literal);
  }
  return trial;
}

}  // namespace

std::optional<std::vector<Term>> terms_of(const Condition& condition) {
  return expand(condition, true);
}

bool is_impossible(const Term& term) {
  return std::ranges::any_of(term.literals, [&](const Literal& literal) {
    return fact_is_impossible(trial_of(term, literal.leaf->fact));
  });
}

bool implies(const Term& term, const Literal& literal) {
  auto trial = trial_of(term, literal.leaf->fact);
  if (trial.literals.empty()) return false;
  trial.literals.push_back({literal.leaf, !literal.yes});
  return fact_is_impossible(std::move(trial));
}

bool implies(const Term& term, const Term& other) {
  if ((other.facts & ~term.facts) != 0) return false;
  return std::ranges::all_of(other.literals,
                             [&](const Literal& literal) { return implies(term, literal); });
}

}  // namespace touchstone::policy
