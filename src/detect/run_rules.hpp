// RunRule: a secret known by the form of a long run of letters and digits alone. The table is
// patterns_runs.cpp; confirm_run.cpp uses it.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "detect/content_tables.hpp"

namespace touchstone::detect {

struct RunRule {
  std::string_view id;
  std::string_view shape;      // of all of it
  std::size_t back = 0;        // how far before the run it begins
  TokenCheck check = nullptr;  // as in TokenRule
};

[[nodiscard]] std::span<const RunRule> run_rules();

}  // namespace touchstone::detect
