#include "cli/io.hpp"

#include <iostream>
#include <sstream>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace touchstone::cli {
namespace {

// In a process of its own, whose standard output is a pipe.
bool nobody_reads_pipe(bool reader_has_gone) {
  int ends[2];
  if (::pipe(ends) != 0) return false;
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    if (reader_has_gone) ::close(ends[0]);
    const Io io{std::cin, std::cout, std::cerr, {}};
    ::_exit(nobody_reads(io) ? 1 : 0);
  }
  if (reader_has_gone) ::close(ends[0]);
  int status = -1;
  ::waitpid(child, &status, 0);
  ::close(ends[1]);
  if (!reader_has_gone) ::close(ends[0]);
  return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

TEST(Io, knows_when_whoever_read_a_pipe_has_gone) {
  EXPECT_TRUE(nobody_reads_pipe(true));
  EXPECT_FALSE(nobody_reads_pipe(false));
}

TEST(Io, of_a_text_in_memory_there_is_always_somebody) {
  std::istringstream in;
  std::ostringstream out;
  const Io io{in, out, out, {}};
  EXPECT_FALSE(nobody_reads(io));
}

}  // namespace
}  // namespace touchstone::cli
