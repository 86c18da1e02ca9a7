// Io: where a command reads and writes, and what it may assume about the person's terminal.
//
// Commands never touch std::cout or the environment themselves, so tests can run them.
#pragma once

#include <cstddef>
#include <istream>
#include <ostream>

namespace touchstone::cli {

struct Terminal {
  bool colour = false;          // a terminal, and NO_COLOR is not set
  std::size_t width = 0;        // columns to wrap at; 0: not a terminal, never wrap
  bool input_is_typed = false;  // standard input is a keyboard
};

struct Io {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  Terminal terminal;
};

// Has whoever read standard output gone, as `head` does when it has enough? Only of a pipe is that
// known before something is written.
[[nodiscard]] bool nobody_reads(const Io& io);

// What standard output is: asks the system and the environment (NO_COLOR, TERM, COLUMNS).
[[nodiscard]] Terminal detect_terminal();

}  // namespace touchstone::cli
