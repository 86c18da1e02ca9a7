// The command line: words in, one command run, exit code out.
#pragma once

#include <span>
#include <string>

#include "cli/io.hpp"

namespace touchstone::cli {

// `arguments` without the program's name.
[[nodiscard]] int run(std::span<const std::string> arguments, Io& io);

}  // namespace touchstone::cli
