// How many writes a second the store takes, and how long one waits, by how many are in flight. What
// is written is what a call leaves behind: a label that joins its session's, or a decision record.
// The second argument is the durability: 0 the process may end, 1 the machine may.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <semaphore>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include "store/sqlite_store.hpp"

namespace touchstone::store {
namespace {

using Clock = std::chrono::steady_clock;

class BenchStore {
 public:
  explicit BenchStore(Durability durability) {
    std::string folder = "/tmp/touchstone-bench-XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr) std::abort();
    folder_ = folder;
    auto opened = open_sqlite({.path = folder + "/store.db", .durability = durability});
    if (!opened) std::abort();
    store_ = std::move(*opened);
  }
  ~BenchStore() {
    store_.reset();
    std::filesystem::remove_all(folder_);
  }
  BenchStore(const BenchStore&) = delete;
  BenchStore& operator=(const BenchStore&) = delete;
  Store& operator*() const { return *store_; }

 private:
  std::string folder_;
  std::unique_ptr<Store> store_;
};

Memory label_write(std::size_t number) {
  Memory memory;
  memory.session =
      SessionChange{.name = {fmt::format("session-{}", number % 64), "ann", "/mcp", "bench"},
                    .now = from_ms(1'700'000'000'000)};
  memory.session->calls = 1;
  memory.session->label.untrusted = true;
  memory.session->label.attribution.insert(fmt::format("mcp://server/tool-{}", number % 20));
  return memory;
}

Memory decision_write(std::size_t number) {
  Memory memory;
  memory.decisions.push_back(
      {.at = from_ms(1'700'000'000'000),
       .kind = "call",
       .effect = "allow",
       .session = fmt::format("session-{}", number % 64),
       .principal = "ann",
       .server = "files",
       .tool = fmt::format("tool_{}", number % 20),
       .body = fmt::format(
           R"({{"arguments":"{:064x}","facts":{{"tier":"read","risk":"low","untrusted":true,)"
           R"("classes":["pii","financial"]}},"rules":["a","b"],"policy":"balanced","latency":{}}})",
           number, number % 97)});
  return memory;
}

// A call leaves all of it, and what a result of 1 KB adds to the flow memory, if that is new.
Memory whole_write(std::size_t number) {
  auto memory = label_write(number);
  memory.decisions = decision_write(number).decisions;
  return memory;
}
Memory whole_write_with_news(std::size_t number) {
  auto memory = whole_write(number);
  memory.session->flow.assign(1'100, 'f');
  return memory;
}

double cpu_of_this_thread() {
  timespec now = {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

void write_with(benchmark::State& state, Memory (*make)(std::size_t)) {
  const auto most = state.range(0);
  std::counting_semaphore<> room(most);
  std::vector<double> waits;  // of the writing thread, until all is done
  double first_cpu = 0;
  double last_cpu = 0;
  {
    const BenchStore store(state.range(1) == 1 ? Durability::kMachine : Durability::kProcess);
    std::size_t number = 0;
    for (auto _ : state) {
      room.acquire();
      (*store).remember(make(number++), [&, begun = Clock::now()](const auto& result) {
        if (!result) std::abort();
        waits.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begun).count());
        last_cpu = cpu_of_this_thread();
        if (waits.size() == 1) first_cpu = last_cpu;
        room.release();
      });
    }
    for (auto left = most; left > 0; --left) room.acquire();
  }
  std::ranges::sort(waits);
  const auto count = static_cast<double>(waits.size());
  state.SetItemsProcessed(static_cast<std::int64_t>(waits.size()));
  state.counters["p50_us"] = waits[waits.size() / 2];
  state.counters["p99_us"] = waits[waits.size() * 99 / 100];
  state.counters["cpu_us"] = (last_cpu - first_cpu) / count;  // of the store's thread, for each
}

void label_writes(benchmark::State& state) { write_with(state, label_write); }
void decision_writes(benchmark::State& state) { write_with(state, decision_write); }
void whole_writes(benchmark::State& state) { write_with(state, whole_write); }
void whole_writes_with_news(benchmark::State& state) { write_with(state, whole_write_with_news); }
BENCHMARK(label_writes)->ArgsProduct({{1, 16, 128}, {0, 1}})->UseRealTime();
BENCHMARK(decision_writes)->ArgsProduct({{1, 16, 128}, {0, 1}})->UseRealTime();
BENCHMARK(whole_writes)->ArgsProduct({{1, 16, 128}, {0, 1}})->UseRealTime();
BENCHMARK(whole_writes_with_news)->ArgsProduct({{1, 16, 128}, {0, 1}})->UseRealTime();

void session_reads(benchmark::State& state) {
  const BenchStore store(Durability::kProcess);
  std::atomic<int> done = 0;
  int asked = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    ++asked;
    (*store).remember(label_write(i), [&](const auto&) { ++done; });
  }
  while (done.load() < asked) {
  }
  for (auto _ : state) {
    ++asked;
    (*store).find_session("session-7", [&](const auto&) { ++done; });
    while (done.load() < asked) {
    }
  }
}
BENCHMARK(session_reads)->UseRealTime();

}  // namespace
}  // namespace touchstone::store
