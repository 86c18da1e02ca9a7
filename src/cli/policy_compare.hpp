// How decisions differ: what `policy diff` and `policy replay` find and print.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "policy/rule.hpp"

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

// As the options say: a table or JSON.
int print_comparison(const Comparison& comparison, const PolicyOptions& options, Io& io);

}  // namespace touchstone::cli
