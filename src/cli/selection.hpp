// Which tools to show, in which order, with which columns: --where, --sort and --columns.
#pragma once

#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "cli/assay.hpp"
#include "cli/fact.hpp"

namespace touchstone::cli {

// "risk,name:desc": the facts to sort by, the first first. Texts sort from a to z, everything else
// the riskiest first; `:asc` and `:desc` say otherwise. Unset comes last either way.
struct SortKey {
  const FactSpec* fact;
  bool descending;
};

[[nodiscard]] base::Result<std::vector<SortKey>> parse_sort(std::string_view text);
[[nodiscard]] base::Result<std::vector<const FactSpec*>> parse_columns(std::string_view text);

// The tools for which the condition holds (all if it is empty), sorted; ties stay as in the list.
[[nodiscard]] base::Result<std::vector<const Assayed*>> select(const Assay& assay,
                                                               std::string_view where,
                                                               std::string_view sort);

}  // namespace touchstone::cli
