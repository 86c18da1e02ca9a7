// Findings put in words for people: what belongs together is said once.
#pragma once

#include <string>
#include <vector>

#include "model/finding.hpp"

namespace touchstone::cli {

struct LintReport;

struct Remark {
  model::Severity severity;
  model::FindingKind kind;
  std::string text;
  std::size_t offset;
};

// One remark for all missing hints of a tool and one for all moot ones; the others one by one, with
// the JSON pointer where an author has to look for the place.
[[nodiscard]] std::vector<Remark> in_words(const std::vector<model::Finding>& findings);

// "7 findings in 3 of 12 tools: 1 error, 2 warnings, 4 notes"
[[nodiscard]] std::string summary(const LintReport& report);

}  // namespace touchstone::cli
