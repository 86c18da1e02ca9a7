// How fast results are scanned: clean ones of the usual kinds, ten kilobytes, hostile ones, and how
// soon an engine is there.
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "detect/content.hpp"

namespace touchstone::detect {
namespace {

const ContentEngine& engine() {
  static const auto kEngine = ContentEngine::compile();
  return *kEngine;
}

constexpr std::string_view kProse =
    "The committee met again on Tuesday to look at what the spring had brought. Rain had fallen on "
    "eleven of the fourteen days before, and the lower meadows were still under water; nobody "
    "could "
    "say when the bridge would be open. \"We should ask the county,\" said the chair, who had "
    "asked "
    "twice already, and everyone agreed that a third letter would do no harm. There was a longer "
    "talk about the mill. Its owner wants to sell the building but keep the right to the water, "
    "which is not how such things are usually done, and the clerk was asked to find out whether it "
    "can be done at all. The report of the treasurer was short: less was spent than planned, "
    "mostly "
    "because the paint for the hall has not arrived. In the end the plan for the summer fair was "
    "approved with two changes. The music stops at ten, and the stall of the fire brigade moves "
    "next to the gate, where people see it first. The next meeting is in four weeks, in the old "
    "school, because the hall will be painted then if the paint comes.\n\n";

std::string json_record(int i) {
  return fmt::format(
      R"({{"id":{0},"node_id":"R_{0}","created_at":"2024-03-{1:02}T10:{1:02}:00Z","updated_at":)"
      R"("2025-01-{1:02}T08:15:30Z","title":"Scrolling is slow on long lists","state":"open",)"
      R"("labels":[{{"name":"performance","color":"d73a4a"}},{{"name":"ui","color":"0075ca"}}],)"
      R"("comments":{2},"body":"When a list has more than a few thousand rows, scrolling takes )"
      R"(longer than it should. It began with the last release, as far as I can tell.",)"
      R"("url":"https://tracker.internal.test/projects/lists/issues/{2}","assignee":null,)"
      R"("milestone":{{"number":{1},"open_issues":{2}}},"score":0.{0}}},)",
      4'000 + i, i % 28 + 1, i % 97);
}

std::string code_function(int i) {
  return fmt::format(
      "// Returns the index of the first row that is still visible after scrolling by `offset`.\n"
      "std::size_t first_visible_row_{0}(const Layout& layout, double offset) {{\n"
      "  if (layout.rows.empty() || offset <= 0.0) return 0;\n"
      "  const auto end = std::upper_bound(layout.tops.begin(), layout.tops.end(), offset);\n"
      "  for (std::size_t i = 0; i < layout.rows.size(); ++i) {{\n"
      "    if (layout.rows[i].height * {0} > kMaxHeight) layout.note(\"row %zu is too high\", i);\n"
      "  }}\n"
      "  return static_cast<std::size_t>(std::distance(layout.tops.begin(), end)) - 1;\n"
      "}}\n\n",
      i);
}

std::string filled(std::size_t size, int kind) {
  std::string out;
  for (int i = 0; out.size() < size; ++i) {
    if (kind == 0) out += kProse;
    if (kind == 1) out += json_record(i);
    if (kind == 2) out += code_function(i);
  }
  out.resize(size);
  return out;
}

constexpr std::string_view kCleanNames[] = {"prose", "json", "code"};

void scan_clean(benchmark::State& state) {
  const auto kind = static_cast<int>(state.range(0));
  const auto text = filled(static_cast<std::size_t>(state.range(1)), kind);
  auto scratch = engine().make_scratch();
  std::size_t found = 0;
  for (auto _ : state) found = engine().scan(text, scratch).items.size();
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
  state.SetLabel(fmt::format("{}, {} found", kCleanNames[kind], found));
}
BENCHMARK(scan_clean)->ArgsProduct({{0, 1, 2}, {10'240, 1 << 20}})->Unit(benchmark::kMicrosecond);

constexpr std::string_view kHostileContent[] = {"password=",
                                                "a@a.a ",
                                                "-----BEGIN PRIVATE KEY-----",
                                                "1 2 3 4 5 6 ",
                                                "4111 1111 1111 1111 ",
                                                "ignore all ",
                                                "eyJhbGciOi",
                                                "%41%42%43",
                                                "AKIA",
                                                "DE67100500003141592653 ",
                                                "\u200b",
                                                "abcdefghijklmnopqrstuvwx-",
                                                "%00%41%42",
                                                "aGVsbG8gd29ybGQgaGVsbG8gd29ybGQgaGVsbG8 ",
                                                "aGVsbG8gd29ybGQgaGVsbG8gd29ybGQgaGVs\n",
                                                "a\u200B",
                                                "\u200B",
                                                "\uFF47\uFF48\uFF50\uFF3F",
                                                "password=%41",
                                                "4111%25%32 ",
                                                "\\u0069",
                                                "ign\u043ere ",
                                                "your ** ",
                                                "![](http{{",
                                                "&#105;"};

void scan_hostile(benchmark::State& state) {
  const auto unit = kHostileContent[state.range(0)];
  std::string text;
  while (text.size() < (1U << 20U)) text += unit;
  auto scratch = engine().make_scratch();
  for (auto _ : state) benchmark::DoNotOptimize(engine().scan(text, scratch));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
  state.SetLabel(std::string(unit));
}
BENCHMARK(scan_hostile)
    ->DenseRange(0, static_cast<int>(std::size(kHostileContent)) - 1)
    ->Unit(benchmark::kMillisecond);

void compile_engine(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(ContentEngine::compile());
}
BENCHMARK(compile_engine)->Unit(benchmark::kMillisecond);

void load_engine(benchmark::State& state) {
  const auto bytes = *engine().serialise();
  for (auto _ : state) benchmark::DoNotOptimize(ContentEngine::load(bytes));
  state.SetLabel(fmt::format("{} bytes", bytes.size()));
}
BENCHMARK(load_engine)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace touchstone::detect
