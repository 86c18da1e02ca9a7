// How long one decision takes, by the number of rules. Rules are like those of a large
// organisation: a fifth are about any tool, the rest about one tool or one server.
#include <memory>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "policy/decide.hpp"
#include "policy/facts_reader.hpp"
#include "policy/packs.hpp"

namespace touchstone::policy {
namespace {

constexpr const char* kGeneral[] = {
    "and: [{fact: session.label.untrusted, equals: true}, {fact: tool.legs.sendsOut, equals: "
    "true}, "
    "{fact: session.calls, greaterThan: NUMBER}]",
    "and: [{fact: tool.annotations.inputMetadata.destination, equals: public}, "
    "{fact: flow.classes, contains: com.acme.project-NUMBER}]",
    "and: [{fact: tool.annotations.agencyHint, equals: true}, {fact: flow.sources, contains: "
    "group-NUMBER}]",
    "and: [{fact: tool.tier, equals: destructive}, {fact: principal.name, equals: person-NUMBER}]",
    "{fact: session.label.classes, contains: com.acme.secret-NUMBER}"};

std::string with_number(std::string text, std::size_t number) {
  const auto at = text.find("NUMBER");
  return text.replace(at, 6, fmt::format("{}", number));
}

std::string rule_text(std::size_t i, std::size_t general) {
  if (i < general) return with_number(kGeneral[i % 5], i);
  if (i % 10 == 0) {
    return fmt::format(
        "and: [{{fact: server.name, equals: server-{}}}, {{fact: tool.tier, "
        "greaterThan: read}}]",
        i);
  }
  return fmt::format(
      "and: [{{fact: tool.name, equals: tool_{}}}, {{fact: request.arguments.path, withinPath: "
      "/srv/{}}}]",
      i / 3, i);
}

std::shared_ptr<const Policy> policy_with(std::size_t rules) {
  std::string text = "rules:\n";
  // Rules about any tool do not grow with the number of tools.
  const auto general = std::min<std::size_t>(rules / 5, 60);
  for (std::size_t i = 0; i < rules; ++i) {
    auto condition = rule_text(i, general);
    if (!condition.starts_with('{')) condition = fmt::format("{{{}}}", condition);
    text += fmt::format("- {{name: r{}, effect: escalate, conditions: {}}}\n", i, condition);
  }
  const auto loaded = load(text, "bench.yaml");
  if (!loaded.good()) std::abort();
  return loaded.policy;
}

constexpr const char* kCall =
    "tool: {name: tool_9, tier: destructive, risk: high, legs: {sendsOut: true, readsPrivate: "
    "false},\n"
    "  pin.state: pinned, annotations: {destructiveHint: true, readOnlyHint: false, agencyHint: "
    "true,\n"
    "  openWorldHint: true, sensitiveDataHint: true, inputMetadata.destination: [user, public]}}\n"
    "server: {name: server-40, trust: standard}\n"
    "request: {method: tools/call, arguments: {path: /srv/28/x}, annotations: {openWorldHint: "
    "true}}\n"
    "session: {label: {untrusted: true, private: true, classes: [pii, financial]}, calls: 7, age: "
    "60}\n"
    "flow: {classes: [financial], share: 0.7}\n"
    "principal.name: ann\nflow.sources: [mcp://hr/staff, mcp://hr/finance]\n";

void run_decisions(benchmark::State& state, const Policy& policy) {
  const auto known = read_facts(kCall, "call.yaml");
  if (!known) std::abort();
  Decision decision;
  for (auto _ : state) {
    decide(policy, Phase::kRequest, known->facts, decision);
    benchmark::DoNotOptimize(decision.effect);
  }
  state.counters["fired"] = static_cast<double>(decision.fired.size());
}

void decision(benchmark::State& state) {
  run_decisions(state, *policy_with(static_cast<std::size_t>(state.range(0))));
}
BENCHMARK(decision)->Arg(100)->Arg(1'000)->Arg(10'000);

// No rule has a key, so every one is asked: what the index is for.
void decision_without_keys(benchmark::State& state) {
  std::string text = "rules:\n";
  for (std::int64_t i = 0; i < state.range(0); ++i) {
    text += fmt::format(
        "- {{name: r{}, effect: block, conditions: {{fact: tool.name, contains: x{}}}}}\n", i, i);
  }
  const auto loaded = load(text, "bench.yaml");
  if (!loaded.good()) std::abort();
  run_decisions(state, *loaded.policy);
}
BENCHMARK(decision_without_keys)->Arg(100)->Arg(10'000);

// Each rule is about another ending.
void decision_by_ending(benchmark::State& state) {
  std::string text = "rules:\n";
  for (std::int64_t i = 0; i < state.range(0); ++i) {
    text += fmt::format(
        "- {{name: r{}, effect: block, conditions: {{fact: tool.name, endsWith: x{}}}}}\n", i, i);
  }
  const auto loaded = load(text, "bench.yaml");
  if (!loaded.good()) std::abort();
  run_decisions(state, *loaded.policy);
}
BENCHMARK(decision_by_ending)->Arg(100)->Arg(10'000);

// What the packs take, on a call that many of their rules are about.
void decision_by_pack(benchmark::State& state) {
  const auto& pack = packs()[static_cast<std::size_t>(state.range(0))];
  const auto loaded = load(pack.text, "pack");
  if (!loaded.good()) std::abort();
  state.SetLabel(std::string(pack.name));
  run_decisions(state, *loaded.policy);
}
BENCHMARK(decision_by_pack)->DenseRange(0, 5);

void copy_facts(benchmark::State& state) {
  const auto known = read_facts(kCall, "call.yaml");
  if (!known) std::abort();
  Facts copy;
  for (auto _ : state) {
    copy = known->facts;
    benchmark::DoNotOptimize(copy);
  }
}
BENCHMARK(copy_facts);

}  // namespace
}  // namespace touchstone::policy
