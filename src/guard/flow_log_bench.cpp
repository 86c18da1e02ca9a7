// What it costs to keep what a session was given: a few microseconds for a new result of 1 KB, and
// reading a session back, which happens when it comes into use.
#include <string>

#include <benchmark/benchmark.h>

#include "guard/flow_log.hpp"

namespace touchstone::guard {
namespace {

constexpr std::size_t kBytes = std::size_t{256} << 10;

std::string page(unsigned seed) {
  std::string out;
  while (out.size() < 1000) {
    seed = seed * 1664525U + 1013904223U;
    for (unsigned i = 0, n = 2 + (seed >> 16U) % 8; i < n; ++i) {
      out += static_cast<char>('a' + (seed >> (i * 3U)) % 26);
    }
    out += (seed >> 20U) % 13 == 0 ? ". " : " ";
  }
  return out + "bob@example.com";
}

store::Session some_session() {
  store::Session session;
  session.name.key = "marker:task";
  session.number = 1;
  return session;
}

struct Kept {
  base::SystemRandom random;
  store::Session session = some_session();
  FlowLog log{random, {}, session};
  flow::Memory memory = log.read(session, kBytes).memory;

  store::SessionChange add(unsigned seed) {
    const auto source = memory.intern({.uri = "mcp://web/fetch", .classes = {}});
    memory.remember(page(seed), source);
    store::SessionChange change;
    log.write(memory, change);
    return change;
  }
};

// Only what keeping adds, with the whole memory now and then; remembering is in flow_bench.cpp.
void write_1_kb(benchmark::State& state) {
  Kept kept;
  unsigned seed = 0;
  std::size_t wholes = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const auto source = kept.memory.intern({.uri = "mcp://web/fetch", .classes = {}});
    kept.memory.remember(page(++seed), source);
    store::SessionChange change;
    state.ResumeTiming();
    kept.log.write(kept.memory, change);
    wholes += change.flow_whole.empty() ? 0 : 1;
  }
  state.counters["wholes"] = static_cast<double>(wholes);
}
BENCHMARK(write_1_kb)->Iterations(20000);

void write_what_is_known(benchmark::State& state) {
  Kept kept;
  (void)kept.add(1);
  for (auto _ : state) {
    store::SessionChange change;
    kept.log.write(kept.memory, change);
    benchmark::DoNotOptimize(change);
  }
}
BENCHMARK(write_what_is_known);

void read_200_pieces(benchmark::State& state) {
  Kept kept;
  for (unsigned i = 0; i < 200; ++i) {
    auto change = kept.add(i);
    kept.session.flow_end += change.flow.size();
    kept.session.flow.push_back({kept.session.flow_end, std::move(change.flow)});
  }
  for (auto _ : state) {
    FlowLog log(kept.random, {}, kept.session);
    const auto given = log.read(kept.session, kBytes);
    if (given.damage) std::abort();
    benchmark::DoNotOptimize(given.memory);
  }
}
BENCHMARK(read_200_pieces);

}  // namespace
}  // namespace touchstone::guard
