// The command line of `load`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bench/script.hpp"

namespace touchstone::bench {

struct Options {
  Target target;
  std::size_t connections = 1;
  double seconds = 1;
  double rate = 0;     // 0: maximum
  double warm_up = 0;  // seconds of maximum load that are not counted
  bool waits = false;  // says "ready" and waits for a line before what it measures
  std::size_t hold = 0;
  bool keep = false;
  std::size_t startup = 0;
  std::vector<std::string> command;  // what follows --
};

inline constexpr char kUsage[] =
    "load --url http://127.0.0.1:PORT/PATH [options]           calls, and how long they took\n"
    "load --stdio [options] -- SERVER ARGUMENT…                the same, one server a connection\n"
    "load --url … --hold SESSIONS [--keep]                     opens sessions, waits for a line\n"
    "load --url … --startup TIMES -- SERVER ARGUMENT…          from exec to listening\n"
    "options: --connections N  --size BYTES  --tool NAME  --modern  --seconds S\n"
    "         --rate CALLS_A_SECOND (default: maximum)  --warm-up S  --wait\n";

[[nodiscard]] base::Result<Options> read_options(const std::vector<std::string>& words);

}  // namespace touchstone::bench
