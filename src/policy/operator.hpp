// Operators: what a condition can ask of a fact, in one table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "policy/fact.hpp"

namespace touchstone::policy {

enum class Op : std::uint8_t {
  kEquals,
  kNotEquals,
  kIn,
  kContains,
  kIntersects,
  kExists,
  kMatches,
  kStartsWith,
  kEndsWith,
  kGreaterThan,
  kGreaterThanOrEqual,
  kLessThan,
  kLessThanOrEqual,
  kWithinPath,
  kCidr,
};

// What stands behind the operator in a rule.
enum class Shape : std::uint8_t {
  kSame,     // one value of the fact's own type
  kList,     // a list of such
  kOrdered,  // a number, or a word of a fact whose words are in order
  kFlag,     // true or false
  kText,     // a text, whatever the fact's words are
  kPattern,  // a regular expression in RE2's syntax
  kPath,
  kNetwork,  // an address and how many bits of it count
};

struct OpSpec {
  Op op;
  std::string_view name;
  Shape shape;
  std::string_view types;  // of facts that it can be asked of
  std::string_view meaning;
};

[[nodiscard]] std::span<const OpSpec> operators();
[[nodiscard]] const OpSpec& spec(Op op);
[[nodiscard]] const OpSpec* find_operator(std::string_view name);
// It makes sense for this fact.
[[nodiscard]] bool applies(const OpSpec& op, const FactSpec& fact);

}  // namespace touchstone::policy
