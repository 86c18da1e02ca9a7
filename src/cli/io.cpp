#include "cli/io.hpp"

#include <cstdlib>
#include <iostream>
#include <string_view>

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace touchstone::cli {
namespace {

constexpr std::size_t kUsualWidth = 80;
constexpr std::size_t kNarrowest = 40;

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread starts
  return value == nullptr ? std::string_view() : value;
}

std::size_t columns() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= kNarrowest) return size.ws_col;
  return kUsualWidth;
}

}  // namespace

bool nobody_reads(const Io& io) {
  if (&io.out != &std::cout) return false;
  pollfd output{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

Terminal detect_terminal() {
  Terminal terminal;
  terminal.input_is_typed = isatty(STDIN_FILENO) == 1;
  if (isatty(STDOUT_FILENO) != 1) return terminal;
  terminal.width = columns();
  terminal.colour = variable("NO_COLOR").empty() && variable("TERM") != "dumb";
  return terminal;
}

}  // namespace touchstone::cli
