// How long it takes to examine definitions, honest and hostile.
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "detect/look_alike.hpp"
#include "detect/poison.hpp"
#include "json/parser.hpp"

namespace touchstone::detect {
namespace {

// About a kilobyte, as real servers write them.
std::string typical(int number) {
  return fmt::format(
      R"({{"name":"list_records_{0}","title":"List records","description":"Lists the records of a )"
      R"(collection, newest first. Use `get_collection` to obtain the collection ID if the user did not )"
      R"(provide one. IMPORTANT: you must pass either a filter or a limit; requests without both are )"
      R"(rejected by the service. Returns at most 100 records; pass the cursor from the previous )"
      R"(response to get the next page. Records that were archived are left out unless )"
      R"(includeArchived is true.","inputSchema":{{"type":"object","properties":{{"collectionId":)"
      R"({{"type":"string","description":"The ID of the collection, for example col_{0}"}},"filter":)"
      R"({{"type":"string","description":"Only records whose fields match this expression"}},"limit":)"
      R"({{"type":"integer","description":"How many records to return, from 1 to 100","default":25}},)"
      R"("cursor":{{"type":"string","description":"Where to go on, from the previous response"}}}},)"
      R"("required":["collectionId"]}},"annotations":{{"title":"List records","readOnlyHint":true}}}})",
      number);
}

void examine_typical_definitions(benchmark::State& state) {
  std::string list = "[";
  for (int i = 0; i < 10'000; ++i) list += typical(i) + (i < 9'999 ? "," : "]");
  const auto document = json::Parser().parse(json::Text(list));
  for (auto _ : state) {
    for (const auto& tool : document->root().elements()) {
      benchmark::DoNotOptimize(poison(Definition{tool}));
    }
  }
  state.SetItemsProcessed(state.iterations() * 10'000);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(list.size()));
}
BENCHMARK(examine_typical_definitions)->Unit(benchmark::kMillisecond);

constexpr std::string_view kHostile[] = {
    "do not tell ", "must first call a_b ",        "a\u200b", "<!-- ", "&#65;", "` ",
    "![](http?{",   "ignore іgnоre instructions ", ". x"};

void examine_hostile_megabyte(benchmark::State& state) {
  const auto unit = kHostile[static_cast<std::size_t>(state.range(0))];
  std::string text;
  while (text.size() < kMaxText) text += unit;
  for (auto _ : state) benchmark::DoNotOptimize(examine(text));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
  state.SetLabel(std::string(unit));
}
BENCHMARK(examine_hostile_megabyte)
    ->DenseRange(0, static_cast<int>(std::size(kHostile)) - 1)
    ->Unit(benchmark::kMillisecond);

void compare_names(benchmark::State& state) {
  std::vector<std::string> names;
  for (int i = 0; i < 10'000; ++i) names.push_back(fmt::format("list_{}_records", i));
  std::vector<NamedTool> tools;
  for (std::size_t i = 0; i < names.size(); ++i)
    tools.push_back({i % 2 == 0 ? "a" : "b", names[i]});
  for (auto _ : state) benchmark::DoNotOptimize(look_alikes(tools));
  state.SetItemsProcessed(state.iterations() * 10'000);
}
BENCHMARK(compare_names)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace touchstone::detect
