// Rule: what an operator says a tool is when it is called with certain arguments.
//
//   - tool: "manage_*"
//     when: {action: [read, list], /options/format: {matches: "csv*"}, force: {absent: true}}
//     then: {readOnlyHint: true}
//
// The first rule whose tool and conditions match decides the fields it names; the config's reader
// makes these (config/value_reader.hpp). An operator may also loosen, so a condition must hold
// exactly: what is absent, of another type or a list with one other member does not match.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/document.hpp"
#include "model/evidence.hpp"
#include "model/field.hpp"
#include "model/value.hpp"

namespace touchstone::resolve {

inline constexpr std::size_t kMaxRules = 1'000;      // of one server
inline constexpr std::size_t kMaxConditions = 32;    // of one rule
inline constexpr std::size_t kMaxAlternatives = 64;  // of one condition

// One value that an argument may be. `any_type`: a number or truth value, which a text with the
// same letters equals: 5 and "5", true and "true".
struct Operand {
  std::string text;
  bool any_type = false;

  friend bool operator==(const Operand&, const Operand&) = default;
};

struct Condition {
  enum class Kind : std::uint8_t { kIs, kMatches, kAbsent, kPresent };

  std::string argument;  // a name, or a JSON pointer if it begins with '/'
  Kind kind = Kind::kIs;
  std::vector<Operand> operands;  // any of them; patterns with * for kMatches

  // An argument that is a list matches if it is not empty and all its members do.
  [[nodiscard]] bool holds(json::View arguments) const;

  friend bool operator==(const Condition&, const Condition&) = default;
};

// Fields of the model and what they are.
using Sayings = std::vector<std::pair<model::Field, model::Value>>;

struct Rule {
  std::string tool = "*";  // a name at its server, with * for anything
  std::vector<Condition> when;
  Sayings then;
  std::string where;  // "touchstone.yaml:12", for reasons

  [[nodiscard]] bool covers(std::string_view tool_name) const;
  [[nodiscard]] bool matches(json::View arguments) const;
  // What it says, as the operator's word.
  [[nodiscard]] std::vector<model::Evidence> evidence() const;

  // Where it stands is no part of what it says.
  friend bool operator==(const Rule& a, const Rule& b) {
    return a.tool == b.tool && a.when == b.when && a.then == b.then;
  }
};

}  // namespace touchstone::resolve
