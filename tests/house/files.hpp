// The files under src/, for checks that look at all of them.
#pragma once

#include <string>
#include <vector>

namespace touchstone::house {

struct File {
  std::string path;  // relative to src/
  std::string text;
};

[[nodiscard]] std::vector<File> files_in_src();  // by path

[[nodiscard]] std::string list(const std::vector<std::string>& faults);

}  // namespace touchstone::house
