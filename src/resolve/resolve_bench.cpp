// What resolving before each call costs, with a plan that was made before, and what the plan costs.
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>

#include "json/parser.hpp"
#include "model/tool.hpp"
#include "resolve/resolve.hpp"

namespace touchstone::resolve {
namespace {

constexpr std::string_view kManage = R"({"name":"manage_files","description":"Files, by action.",
  "annotations":{"readOnlyHint":false,"destructiveHint":true,"openWorldHint":false},
  "inputSchema":{"type":"object","properties":{
    "action":{"type":"string","enum":["read","list","copy","move","delete"]},
    "path":{"type":"string"},"target":{"type":"string"},"recursive":{"type":"boolean"},
    "limit":{"type":"integer"}},"required":["action","path"]}})";
constexpr std::string_view kQuery = R"({"name":"query_database","inputSchema":{"properties":{
    "sql":{"type":"string"}}}})";
constexpr std::string_view kRun = R"({"name":"run_command","inputSchema":{"properties":{
    "command":{"type":"string"}}}})";

json::Document parsed(std::string_view text) {
  return std::move(*json::Parser().parse(json::Text::copy_of(text)));
}

void plan(benchmark::State& state) {
  const auto document = parsed(kManage);
  const auto tool = model::read_tool(document.root(), "");
  const Settings settings;
  for (auto _ : state) benchmark::DoNotOptimize(plan_for(tool, settings));
}
BENCHMARK(plan);

// From parsed arguments to evidence.
void resolve_call(benchmark::State& state, std::string_view definition, std::string_view call) {
  const auto document = parsed(definition);
  const auto tool = model::read_tool(document.root(), "");
  const Settings settings;
  const auto plan = plan_for(tool, settings);
  const auto arguments = parsed(call);
  for (auto _ : state) benchmark::DoNotOptimize(resolve(plan, settings, arguments.root()));
}
BENCHMARK_CAPTURE(resolve_call, action, kManage, R"({"action":"read","path":"/srv/a.txt"})");
BENCHMARK_CAPTURE(resolve_call, sql, kQuery,
                  R"({"sql":"SELECT a, count(*) FROM t WHERE b = 'x' GROUP BY a LIMIT 10"})");
BENCHMARK_CAPTURE(resolve_call, shell, kRun, R"({"command":"cat a.txt | grep -n x | wc -l"})");

// The same and the profile that policy will look at.
void resolve_and_fold(benchmark::State& state) {
  const auto document = parsed(kManage);
  const auto tool = model::read_tool(document.root(), "");
  const Settings settings;
  const auto plan = plan_for(tool, settings);
  const auto listed = model::profile_of(tool);
  const auto arguments = parsed(R"({"action":"read","path":"/srv/a.txt"})");
  for (auto _ : state) {
    const auto resolution = resolve(plan, settings, arguments.root());
    benchmark::DoNotOptimize(profile_for_call(listed, resolution, {}));
  }
}
BENCHMARK(resolve_and_fold);

}  // namespace
}  // namespace touchstone::resolve
