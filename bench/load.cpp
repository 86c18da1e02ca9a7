// load: drives MCP servers and gateways, and tells in JSON what it saw. --help shows the ways.
//
// It ends by itself: by its own clock, and should that fail by the kernel's alarm. Any answer that
// is not the expected echo makes the exit code 1.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/error.hpp"
#include "bench/engine.hpp"
#include "bench/options.hpp"
#include "bench/startup.hpp"

namespace touchstone::bench {
namespace {

constexpr double kAlarmSeconds = 120;  // beyond what was asked for

int complain(const std::string& what) {
  fmt::print(stderr, "load: {}\n", what);
  return 1;
}

void say(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void wait_for_line() {
  std::string line;
  std::getline(std::cin, line);
}

void raise_file_limit() {
  rlimit limit = {};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

std::string to_json(const Outcome& outcome) {
  const auto& latency = outcome.latency;
  const double calls = static_cast<double>(latency.count());
  return fmt::format(
      R"({{"calls":{},"errors":{},"missed":{},"seconds":{:.3f},"calls_per_s":{:.1f},)"
      R"("p50_us":{:.1f},"p90_us":{:.1f},"p99_us":{:.1f},"max_us":{:.1f}}})",
      latency.count(), outcome.errors, outcome.missed, outcome.seconds,
      outcome.seconds > 0 ? calls / outcome.seconds : 0, latency.quantile_us(0.5),
      latency.quantile_us(0.9), latency.quantile_us(0.99), latency.max_us());
}

int measure_startup(const Options& options) {
  const auto all = startup_ms(options.command, options.target.port, options.startup);
  if (all.empty())
    return complain("it did not start, or the port was taken: " + options.command[0]);
  say(fmt::format(R"({{"times":{},"min_ms":{:.2f},"median_ms":{:.2f},"max_ms":{:.2f}}})",
                  all.size(), all.front(), all[all.size() / 2], all.back()));
  return 0;
}

int hold(Engine& engine, const Options& options) {
  const auto begin = now_ns();
  if (!engine.hold(options.hold, options.keep)) return complain(engine.fault());
  say(fmt::format(R"({{"held":{},"seconds":{:.3f}}})", options.hold,
                  static_cast<double>(now_ns() - begin) / 1e9));
  wait_for_line();
  return 0;
}

int drive(Engine& engine, const Options& options) {
  if (!engine.open(std::max<std::size_t>(options.connections, 1))) return complain(engine.fault());
  if (options.warm_up > 0) {
    const auto warm = engine.drive({options.warm_up, 0});
    if (warm.errors > 0) return complain("while warming up: " + warm.first_fault);
    // Their answers would be taken for those of later calls.
    if (warm.missed > 0)
      return complain(fmt::format("while warming up: {} calls without an answer after {} s",
                                  warm.missed, options.warm_up + Engine::kGraceSeconds));
  }
  if (options.waits) {
    say("ready");
    wait_for_line();
  }
  const auto outcome = engine.drive({options.seconds, options.rate});
  say(to_json(outcome));
  engine.close_sessions();
  if (outcome.errors > 0) {
    return complain(fmt::format("{} errors, the first: {}", outcome.errors, outcome.first_fault));
  }
  return outcome.latency.count() > 0 ? 0 : complain("no call was answered");
}

int run(const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), "--help") != words.end()) {
    fmt::print("{}", kUsage);
    return 0;
  }
  const auto options = read_options(words);
  if (!options) return complain(base::to_string(options.error()));
  const auto starts = static_cast<double>(options->startup) * kStartSeconds;
  ::alarm(static_cast<unsigned>(options->seconds + options->warm_up + starts + kAlarmSeconds));
  raise_file_limit();
  if (options->startup > 0) return measure_startup(*options);
  Engine engine(options->target, options->command);
  return options->hold > 0 ? hold(engine, *options) : drive(engine, *options);
}

}  // namespace
}  // namespace touchstone::bench

int main(int count, char** words) { return touchstone::bench::run({words + 1, words + count}); }
