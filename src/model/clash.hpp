// Clashes: pairs of declarations that cannot both be true.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "model/field.hpp"
#include "model/value.hpp"

namespace touchstone::model {

// What a declaration says of a field. A declared set lists what is *possible*, so one possible
// member is enough to contradict a flat denial elsewhere.
struct Statement {
  enum class Test : std::uint8_t { kIs, kMayBe, kIsOnly, kIsSensitive };
  Field field;
  Test test;
  std::uint8_t operand;  // kIs: 0 or 1; kMayBe and kIsOnly: bits of a choice set

  [[nodiscard]] bool holds(const Value& declared) const;
};

struct Clash {
  Statement one;
  Statement other;
  std::string_view reason;
};

[[nodiscard]] std::span<const Clash> clashes();

}  // namespace touchstone::model
