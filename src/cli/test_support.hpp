// For tests: runs the command line in memory.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cli/command_line.hpp"

namespace touchstone::cli::testing {

struct Ran {
  int code;
  std::string out;
  std::string err;
};

inline Ran run(const std::vector<std::string>& arguments, const std::string& input = {},
               Terminal terminal = {}) {
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream err;
  Io io{in, out, err, terminal};
  const int code = cli::run(arguments, io);
  return {code, out.str(), err.str()};
}

}  // namespace touchstone::cli::testing
