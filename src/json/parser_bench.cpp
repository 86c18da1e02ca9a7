// What our reading costs beside the bare fast reader, on a tool list of the size of the largest
// seen in the wild (2 MB), and on a small message, where the fixed costs show.
#include <chrono>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>
#include <simdjson.h>

#include "json/grammar.hpp"
#include "json/parser.hpp"
#include "json/writer.hpp"

namespace touchstone::json {
namespace {

void write_property(Writer& w, int i) {
  w.key("field_" + std::to_string(i)).begin_object();
  w.key("type").string(i % 3 == 0 ? "integer" : "string");
  w.key("description").string("The value to look up; \"quoted\" where it has spaces in it.");
  if (i % 3 == 0) w.key("minimum").integer(0).key("maximum").integer(std::int64_t{100} * i);
  if (i % 3 == 1) w.key("enum").begin_array().string("open").string("closed").end_array();
  w.end_object();
}

void write_tool(Writer& w, int i) {
  w.begin_object();
  w.key("name").string("tool_number_" + std::to_string(i));
  w.key("title").string("Look something up");
  w.key("description");
  w.string(
      "Searches the records of one project and returns those that match.\n\nUse this when "
      "the person asks for entries by name, by state or by date. Results come in pages.");
  w.key("inputSchema").begin_object().key("type").string("object");
  w.key("properties").begin_object();
  for (int p = 0; p < 6; ++p) write_property(w, p);
  w.end_object();
  w.key("required").begin_array().string("field_0").string("field_1").end_array();
  w.key("additionalProperties").boolean(false);
  w.end_object();
  w.key("annotations").begin_object();
  w.key("readOnlyHint").boolean(i % 2 == 0).key("openWorldHint").boolean(true);
  w.end_object();
  w.end_object();
}

std::string tool_list(std::size_t bytes) {
  Writer w;
  w.begin_object().key("jsonrpc").string("2.0").key("id").integer(1);
  w.key("result").begin_object().key("tools").begin_array();
  for (int i = 0; w.text().size() < bytes; ++i) write_tool(w, i);
  w.end_array().end_object().end_object();
  return std::move(w).take();
}

void count_bytes(benchmark::State& state, const std::string& text) {
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}

// Parser::parse alone. The copy into a Text is not part of the reading: a caller reads into it.
void touchstone_parse(benchmark::State& state) {
  const std::string text = tool_list(static_cast<std::size_t>(state.range(0)));
  Parser parser;
  for (auto _ : state) {
    Text copy = Text::copy_of(text);
    const auto start = std::chrono::steady_clock::now();
    const auto document = parser.parse(std::move(copy));
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    state.SetIterationTime(spent.count());
    if (!document) state.SkipWithError(document.error().what.c_str());
  }
  count_bytes(state, text);
}

void touchstone_copy_parse_and_drop(benchmark::State& state) {
  const std::string text = tool_list(static_cast<std::size_t>(state.range(0)));
  Parser parser;
  for (auto _ : state) {
    auto document = parser.parse(Text::copy_of(text));
    benchmark::DoNotOptimize(document->root());
  }
  count_bytes(state, text);
}

void bare_simdjson_dom(benchmark::State& state) {
  const simdjson::padded_string text(tool_list(static_cast<std::size_t>(state.range(0))));
  simdjson::dom::parser parser;
  for (auto _ : state) {
    auto element = parser.parse(text);
    benchmark::DoNotOptimize(element);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}

void slow_scanner(benchmark::State& state) {
  const std::string text = tool_list(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(find_fault(text, 128));
  count_bytes(state, text);
}

constexpr std::int64_t kSmall = 4 << 10;
constexpr std::int64_t kLarge = 2 << 20;

BENCHMARK(touchstone_parse)->Arg(kLarge)->UseManualTime();
BENCHMARK(touchstone_copy_parse_and_drop)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(bare_simdjson_dom)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(slow_scanner)->Arg(kLarge);

}  // namespace
}  // namespace touchstone::json
