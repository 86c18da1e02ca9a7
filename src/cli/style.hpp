// Colour for terminals; plain text everywhere else.
#pragma once

#include <string>
#include <string_view>

#include "model/derive.hpp"
#include "model/finding.hpp"
#include "pin/drift.hpp"

namespace touchstone::cli {

class Style {
 public:
  explicit Style(bool colour) : colour_(colour) {}

  [[nodiscard]] std::string bold(std::string_view text) const { return paint("1", text); }
  [[nodiscard]] std::string dim(std::string_view text) const { return paint("2", text); }
  [[nodiscard]] std::string paint(model::Severity severity, std::string_view text) const;
  [[nodiscard]] std::string paint(model::Risk risk, std::string_view text) const;
  [[nodiscard]] std::string paint(model::Tier tier, std::string_view text) const;
  [[nodiscard]] std::string paint(pin::Grade grade, std::string_view text) const;

 private:
  [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const;
  bool colour_;
};

}  // namespace touchstone::cli
