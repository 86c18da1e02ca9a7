// What search costs with 3,000 tools: building the index must take well under 100 ms, a query less
// than 200 µs.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "find/index.hpp"
#include "json/parser.hpp"
#include "json/writer.hpp"

namespace touchstone::find {
namespace {

constexpr int kTools = 3000;

void write_schema(json::Writer& out, int tool) {
  constexpr std::string_view kNames[] = {"project_id", "limit", "cursor", "body", "labels", "url"};
  out.begin_object().key("type").string("object").key("properties").begin_object();
  for (int i = 0; i < 6; ++i) {
    out.key(kNames[(tool + i) % 6]).begin_object().key("type").string("string");
    out.key("description").string("The identifier, as returned by the call that lists them.");
    out.end_object();
  }
  out.end_object().end_object();
}

// The size of a tool is what real ones have: 1.5 KB.
std::string definition(int tool) {
  constexpr std::string_view kVerbs[] = {"get", "list", "create", "update", "delete", "send"};
  constexpr std::string_view kThings[] = {"invoice", "pod", "branch", "page", "alert"};
  const std::string verb(kVerbs[tool % 6]);
  const std::string thing(kThings[tool % 5]);
  json::Writer out;
  out.begin_object().key("name").string(verb + "_" + thing + "_" + std::to_string(tool));
  out.key("description")
      .string(
          "This tool " + verb + "s a " + thing + " of project " + std::to_string(tool / 10) +
          ".\n\nUse this when the person asks for entries by name, by state or by date. Results "
          "come in pages of 50; pass `cursor` to get the next one. Returns an error if the "
          "project does not exist or the caller may not see it. The call may take a few seconds "
          "on large projects. Notifications are sent to watchers.");
  write_schema(out.key("inputSchema"), tool);
  out.end_object();
  return std::move(out).take();
}

std::vector<json::Document> definitions() {
  std::vector<json::Document> out;
  json::Parser parser;
  for (int tool = 0; tool < kTools; ++tool) {
    out.push_back(*parser.parse(json::Text::copy_of(definition(tool))));
  }
  return out;
}

std::vector<Document> documents_of(const std::vector<json::Document>& tools) {
  std::vector<Document> out;
  out.reserve(tools.size());
  for (const auto& tool : tools) {
    out.push_back(document_of(tool.root(), *tool.root().find("name").as_string()));
  }
  return out;
}

void index_3000_tools(benchmark::State& state) {
  const auto tools = definitions();
  for (auto _ : state) benchmark::DoNotOptimize(Index(documents_of(tools)));
}
BENCHMARK(index_3000_tools)->Unit(benchmark::kMillisecond);

void search_3000_tools(benchmark::State& state) {
  const Index index(documents_of(definitions()));
  for (auto _ : state) {
    benchmark::DoNotOptimize(index.search("remove an invoice from the project by name", 5));
  }
}
BENCHMARK(search_3000_tools)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace touchstone::find
