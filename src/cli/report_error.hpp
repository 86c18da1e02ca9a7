// The one way in which commands tell that they could not do their work.
#pragma once

#include "base/error.hpp"
#include "cli/exit_code.hpp"
#include "cli/io.hpp"

namespace touchstone::cli {

[[nodiscard]] inline int report(Io& io, const base::Error& error) {
  io.err << "touchstone: " << base::to_string(error) << '\n';
  return kExitFailed;
}

}  // namespace touchstone::cli
