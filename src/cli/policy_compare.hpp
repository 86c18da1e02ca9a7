// How decisions differ: what `policy diff` and `policy replay` find and print.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "policy/rule.hpp"
#include "store/decision.hpp"

namespace touchstone::cli {

struct Difference {
  std::string record;  // its number, or its id
  std::string tool;
  policy::Effect before;
  policy::Effect after;
  std::vector<std::string> rules;  // that fire in one of the two only, with - or + in front
};

struct Comparison {
  std::size_t records = 0;
  std::vector<Difference> differences;
  std::size_t untold = 0;   // records with digests where a rule asks for values
  std::size_t limited = 0;  // that a limit blocked then; limits are not counted again
};

// The decisions in the store that the options name, oldest first, a page at a time.
[[nodiscard]] base::Result<void> each_stored(
    const PolicyOptions& options,
    const std::function<base::Result<void>(const store::Decision&)>& take);

// As the options say: a table or JSON.
int print_comparison(const Comparison& comparison, const PolicyOptions& options, Io& io);

}  // namespace touchstone::cli
