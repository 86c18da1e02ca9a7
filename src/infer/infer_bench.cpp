// What inference costs: profiles of 10,000 tools of 100 servers, parse and fold included, must take
// less than a second on one core.
#include <string>

#include <benchmark/benchmark.h>

#include "infer/infer.hpp"
#include "json/parser.hpp"
#include "json/writer.hpp"
#include "model/fold.hpp"

namespace touchstone::infer {
namespace {

constexpr int kServers = 100;
constexpr int kToolsOfServer = 100;

void write_parameters(json::Writer& out, int tool) {
  constexpr std::string_view kNames[] = {"project_id", "limit", "cursor", "body", "labels", "url"};
  out.begin_object().key("type").string("object").key("properties").begin_object();
  for (int i = 0; i < 6; ++i) {
    out.key(kNames[(tool + i) % 6]).begin_object().key("type").string("string");
    out.key("description").string("The identifier, as returned by the call that lists them.");
    out.end_object();
  }
  out.key("action").begin_object().key("enum").begin_array();
  for (const auto* word : {"list", "get", "create"}) out.string(word);
  out.end_array().end_object().end_object().end_object();
}

void write_tool(json::Writer& out, int server, int tool) {
  constexpr std::string_view kVerbs[] = {"get", "list", "create", "update", "delete", "send"};
  const std::string verb(kVerbs[tool % 6]);
  out.begin_object().key("server").string("server" + std::to_string(server));
  out.key("name").string(verb + "_record_" + std::to_string(tool));
  out.key("description")
      .string("This tool " + verb +
              "s a record of a project.\n\nUse this when the person asks for entries by name, by "
              "state or by date. Results come in pages of 50; pass `cursor` to get the next one. "
              "Returns an error if the project does not exist or the caller may not see it. The "
              "call may take a few seconds on large projects. Notifications are sent to watchers.");
  write_parameters(out.key("inputSchema"), tool);
  out.end_object();
}

std::string tool_list() {
  json::Writer out;
  out.begin_array();
  for (int server = 0; server < kServers; ++server) {
    for (int tool = 0; tool < kToolsOfServer; ++tool) write_tool(out, server, tool);
  }
  return std::move(out.end_array()).take();
}

void profile_10000_tools(benchmark::State& state) {
  const auto text = tool_list();
  json::Parser parser;
  for (auto _ : state) {
    const auto document = parser.parse(json::Text::copy_of(text));
    const auto list = model::read_tool_list(document->root());
    const Families families(list->tools,
                            [](const model::Tool& tool) -> const model::Tool& { return tool; });
    for (const auto& tool : list->tools) {
      auto evidence = infer(tool, families.of(tool));
      benchmark::DoNotOptimize(model::fold(std::move(evidence), {.tool_name = tool.name}));
    }
  }
  state.SetItemsProcessed(state.iterations() * kServers * kToolsOfServer);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

BENCHMARK(profile_10000_tools)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace touchstone::infer
