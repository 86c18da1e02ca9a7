// touchstone: the program. Wires the real terminal to the command line.
#include <iostream>
#include <string>
#include <vector>

#include "cli/command_line.hpp"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  touchstone::cli::Io io{std::cin, std::cout, std::cerr, touchstone::cli::detect_terminal()};
  return touchstone::cli::run(arguments, io);
}
