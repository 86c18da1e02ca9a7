// Evidence: one field's value as one source states it, with how sure it is and why.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/field.hpp"
#include "model/value.hpp"

namespace touchstone::model {

// Weakest first, so that sources compare.
enum class Source : std::uint8_t {
  kDefault,   // nobody said anything
  kInferred,  // from name, description and schema
  kDeclared,  // by the server, in the tool's definition
  kResolved,  // by the server or an argument rule, for these arguments
  kObserved,  // seen by the sandbox or the result detectors
  kOperator,  // an override in the configuration
};

[[nodiscard]] std::string_view name_of(Source source);

// How far the operator trusts a server's word.
enum class Trust : std::uint8_t {
  kUntrusted,  // only raises risk
  kStandard,   // reassurance counts unless the tool's own words contradict it
  kTrusted,    // taken at its word
};

[[nodiscard]] std::string_view name_of(Trust trust);

struct Evidence {
  Field field;
  Value value;
  Source source = Source::kDeclared;
  float confidence = 1.0F;  // 0…1; below kHeard it is kept but decides nothing
  std::string reason;       // for people: "parameter `recipients` and verb `send`"
  std::string pointer;      // where in the definition it was said, if it was: "/annotations/title"
  bool exact = true;        // an operator's word on this very tool, not on a wildcard

  friend bool operator==(const Evidence&, const Evidence&) = default;
};

// Evidence less sure than this is shown but not heard.
inline constexpr float kHeard = 0.5F;

// How sure words must be to overrule what a server says of a flag, where it is not trusted anyway.
// Measured on servers that are honest: below it, words are wrong about as often as right.
inline constexpr float kOverrules = 0.75F;

}  // namespace touchstone::model
