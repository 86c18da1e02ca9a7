// What lint found, in the four forms it can be told.
#pragma once

#include <ostream>
#include <vector>

#include "cli/assay.hpp"
#include "cli/io.hpp"

namespace touchstone::cli {

// The findings to tell: those at least as severe as asked for.
struct LintReport {
  const Assay& assay;
  model::Severity at_least = model::Severity::kNote;

  // The tools, then what else servers say.
  [[nodiscard]] std::vector<const Assayed*> items() const;
  [[nodiscard]] std::vector<model::Finding> findings(const Assayed& tool) const;
  [[nodiscard]] std::size_t count(model::Severity severity) const;
  [[nodiscard]] std::size_t count() const;
};

void write_table(std::ostream& out, const LintReport& report, const Terminal& terminal);
void write_markdown(std::ostream& out, const LintReport& report);
void write_json(std::ostream& out, const LintReport& report);
// SARIF 2.1.0, as code hosts read it.
void write_sarif(std::ostream& out, const LintReport& report);

}  // namespace touchstone::cli
