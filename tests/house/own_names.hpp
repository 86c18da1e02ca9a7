// Names that a file keeps to itself, in an unnamed namespace, and the check that no other file of
// its module has them too.
//
// Several files are compiled as one unit, more of them in some presets than in others: what two of
// them call alike breaks the build of whoever puts them together.
// Reads code as clang-format lays it out. Not looked at are members, aliases, enumerators,
// variables that are no constants, and what a macro makes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "house/files.hpp"

namespace touchstone::house {

struct OwnName {
  std::string name;  // of a function with the types of what it takes
  int line = 0;
};

[[nodiscard]] std::vector<OwnName> own_names_in(std::string_view text);

// A fault for each name that stands in several files which may be compiled together.
[[nodiscard]] std::vector<std::string> check_own_names(const std::vector<File>& files);

}  // namespace touchstone::house
