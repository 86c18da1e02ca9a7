// What tracing costs: 4 KB of arguments matched against a full memory in less than 10 µs, and
// remembering at 200 MB/s or more.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "flow/fold.hpp"
#include "flow/memory.hpp"
#include "json/parser.hpp"
#include "json/string.hpp"

namespace touchstone::flow {
namespace {

// Words that differ from seed to seed, as different documents do.
std::string prose(std::size_t bytes, unsigned seed) {
  std::string out;
  while (out.size() < bytes) {
    seed = seed * 1664525U + 1013904223U;
    for (unsigned i = 0, n = 2 + (seed >> 16U) % 8; i < n; ++i) {
      out += static_cast<char>('a' + (seed >> (i * 3U)) % 26);
    }
    out += (seed >> 20U) % 13 == 0 ? ". " : " ";
  }
  return out;
}

std::string records(int count) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    out += fmt::format(
        "- body: 'Hi Ada,\n\n    {}\n\n    Best, Joe'\n  id: '{}'\n  recipients:\n  - "
        "ada{}@acme.example\n  sender: joe{}@lake.example\n  subject: Parcel {}\n",
        prose(400, static_cast<unsigned>(i)), i, i, i, i);
  }
  return out;
}

Memory full_memory() {
  Memory memory({.seed = 1});
  for (unsigned i = 0; i < 40; ++i) {
    const auto source =
        memory.intern({.uri = fmt::format("mcp://server/{}", i % 8), .classes = {}});
    memory.remember(prose(6000, i), source);
  }
  return memory;
}

void trace_argument(benchmark::State& state, const std::string& text) {
  const auto memory = full_memory();
  const auto arguments = json::Parser().parse(json::Text("{\"body\":" + json::quoted(text) + "}"));
  for (auto _ : state) benchmark::DoNotOptimize(memory.trace(arguments->root()));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void trace_4_kb_of_new_text(benchmark::State& state) { trace_argument(state, prose(4096, 999)); }
BENCHMARK(trace_4_kb_of_new_text);

void trace_4_kb_that_were_copied(benchmark::State& state) {
  trace_argument(state, prose(4096, 39));
}
BENCHMARK(trace_4_kb_that_were_copied);

// Matching alone, of what is folded already: the rest of a trace reads tokens and encoded texts.
void match_argument(benchmark::State& state, const std::string& text) {
  const auto memory = full_memory();
  const auto plain = folded(text);
  for (auto _ : state) benchmark::DoNotOptimize(memory.copied_in(plain));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void match_4_kb_of_new_text(benchmark::State& state) { match_argument(state, prose(4096, 999)); }
BENCHMARK(match_4_kb_of_new_text);

void match_4_kb_that_were_copied(benchmark::State& state) {
  match_argument(state, prose(4096, 39));
}
BENCHMARK(match_4_kb_that_were_copied);

void trace_a_typical_call(benchmark::State& state) {
  auto memory = full_memory();
  memory.remember(records(20), memory.intern({.uri = "mcp://mail/search", .classes = {}}));
  const auto arguments = json::Parser().parse(json::Text(
      std::string(R"({"recipients":["ada7@acme.example"],"subject":"The parcel","priority":"high",)"
                  R"("body":"Hello Ada, here is what you asked for. Best, Joe"})")));
  for (auto _ : state) benchmark::DoNotOptimize(memory.trace(arguments->root()));
}
BENCHMARK(trace_a_typical_call);

void remember_text(benchmark::State& state, const std::string& text) {
  // As a session meets it: an empty memory that fills.
  for (auto _ : state) {
    Memory memory({.seed = 1});
    const auto source = memory.intern({.uri = "mcp://mail/search", .classes = {}});
    memory.remember(text, source);
    benchmark::DoNotOptimize(memory);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void remember_10_kb_of_records(benchmark::State& state) { remember_text(state, records(18)); }
BENCHMARK(remember_10_kb_of_records);

void remember_10_kb_of_prose(benchmark::State& state) { remember_text(state, prose(10'000, 5)); }
BENCHMARK(remember_10_kb_of_prose);

void remember_1_mb_of_prose(benchmark::State& state) { remember_text(state, prose(1 << 20, 5)); }
BENCHMARK(remember_1_mb_of_prose);

void remember_in_a_full_memory(benchmark::State& state) {
  auto memory = full_memory();
  const auto source = memory.intern({.uri = "mcp://server/1", .classes = {}});
  unsigned seed = 1000;
  std::string text;
  for (auto _ : state) {
    state.PauseTiming();
    text = prose(6000, ++seed);
    state.ResumeTiming();
    memory.remember(text, source);
  }
  state.SetBytesProcessed(state.iterations() * 6000);
}
BENCHMARK(remember_in_a_full_memory)->Iterations(2000);

// What each result costs that is to be kept on a disk; `news` 0: what it costs anyway.
void remember_1_kb(benchmark::State& state) {
  Memory memory({.seed = 1, .news = static_cast<std::size_t>(state.range(0))});
  std::vector<std::string> texts;
  for (unsigned i = 0; i < 512; ++i) texts.push_back(prose(1000, i) + " bob@example.com");
  const auto source = memory.intern({.uri = "mcp://server/1", .classes = {}});
  std::size_t at = 0;
  std::size_t bytes = 0;
  for (auto _ : state) {
    memory.remember(texts[at++ % texts.size()], source);
    bytes += memory.take_news().bytes.size();
  }
  state.counters["news"] =
      benchmark::Counter(static_cast<double>(bytes), benchmark::Counter::kAvgIterations);
}
BENCHMARK(remember_1_kb)->Arg(0)->Arg(128 << 10);

// Sessions take turns, so that none finds its memory where it is quick to reach. What a call brings
// comes back in its result.
class Turns {
 public:
  explicit Turns(std::int64_t sessions) {
    for (unsigned i = 0; i < 4096; ++i) texts_.push_back(prose(1000, 5000 + i));
    for (const auto& text : texts_)
      calls_.push_back(*json::Parser().parse(json::Text("{\"text\":" + json::quoted(text) + "}")));
    for (std::int64_t i = 0; i < sessions; ++i) memories_.push_back(full_memory());
  }
  Memory& next() { return memories_[++at_ % memories_.size()]; }
  [[nodiscard]] std::size_t text() const { return at_ * 7 % texts_.size(); }
  void trace(Memory& memory) { benchmark::DoNotOptimize(memory.trace(calls_[text()].root())); }
  void remember(Memory& memory) { memory.remember(texts_[text()], 1); }

 private:
  std::vector<std::string> texts_;
  std::vector<json::Document> calls_;
  std::vector<Memory> memories_;
  std::size_t at_ = 0;
};

void trace_1_kb_in_turns(benchmark::State& state) {
  Turns turns(state.range(0));
  for (auto _ : state) turns.trace(turns.next());
}
BENCHMARK(trace_1_kb_in_turns)->Arg(1)->Arg(16)->Arg(64);

void remember_1_kb_in_turns(benchmark::State& state) {
  Turns turns(state.range(0));
  for (auto _ : state) turns.remember(turns.next());
}
BENCHMARK(remember_1_kb_in_turns)->Arg(1)->Arg(16)->Arg(64);

void fold_text(benchmark::State& state) {
  const auto text = prose(64 << 10, 3);
  std::string out;
  for (auto _ : state) {
    out.clear();
    append_folded(out, text);
    benchmark::DoNotOptimize(out);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(fold_text);

void cut_text(benchmark::State& state) {
  const auto text = prose(64 << 10, 3);
  for (auto _ : state) benchmark::DoNotOptimize(cut(text));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(cut_text);

void read_tokens(benchmark::State& state) {
  const auto text = records(100);
  for (auto _ : state) {
    TokenReader reader(text);
    while (const auto token = reader.next()) benchmark::DoNotOptimize(token->normal.data());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(read_tokens);

void save(benchmark::State& state) {
  const auto memory = full_memory();
  for (auto _ : state) benchmark::DoNotOptimize(memory.save());
}
BENCHMARK(save);

void save_and_load(benchmark::State& state) {
  const auto memory = full_memory();
  for (auto _ : state) benchmark::DoNotOptimize(Memory::load(memory.save()));
  state.counters["bytes"] = static_cast<double>(memory.save().size());
}
BENCHMARK(save_and_load);

}  // namespace
}  // namespace touchstone::flow
