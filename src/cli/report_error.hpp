// The one way in which commands tell that they could not do their work.
#pragma once

#include <sstream>
#include <string>

#include "base/error.hpp"
#include "cli/exit_code.hpp"
#include "cli/io.hpp"
#include "cli/printable.hpp"

namespace touchstone::cli {

// Messages quote what files say, so each line is made safe to print.
[[nodiscard]] inline int report(Io& io, const base::Error& error) {
  std::istringstream lines("touchstone: " + base::to_string(error));
  for (std::string line; std::getline(lines, line);) io.err << printable(line) << '\n';
  return kExitFailed;
}

}  // namespace touchstone::cli
