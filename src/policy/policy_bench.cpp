// How long one decision takes, by the number of rules. Rules are like those of a large
// organisation: a fifth are about any tool, the rest about one tool or one server.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "policy/decide.hpp"
#include "policy/facts_reader.hpp"
#include "policy/packs.hpp"
#include "policy/parts.hpp"

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

void run_decisions(benchmark::State& state, const Policy& policy, std::string_view call = kCall) {
  const auto known = read_facts(call, "call.yaml");
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

// So many rules of one condition each, NUMBER being another in each.
std::shared_ptr<const Policy> policy_about(const std::string& condition, std::int64_t rules) {
  std::string text = "rules:\n";
  for (std::int64_t i = 0; i < rules; ++i) {
    text += fmt::format("- {{name: r{}, effect: block, conditions: {{{}}}}}\n", i,
                        with_number(condition, static_cast<std::size_t>(i)));
  }
  const auto loaded = load(text, "bench.yaml");
  if (!loaded.good()) std::abort();
  return loaded.policy;
}

void decision_by_ending(benchmark::State& state) {
  run_decisions(state, *policy_about("fact: tool.name, endsWith: xNUMBER", state.range(0)));
}
BENCHMARK(decision_by_ending)->Arg(100)->Arg(10'000);

// A part of the name that no call has, and parts that this one has four of.
void decision_by_part(benchmark::State& state) {
  run_decisions(state, *policy_about("fact: tool.name, contains: xNUMBER", state.range(0)));
}
BENCHMARK(decision_by_part)->Arg(100)->Arg(10'000);

void decision_by_part_found(benchmark::State& state) {
  const auto policy = policy_about("fact: tool.name, contains: xNUMBER", state.range(0));
  run_decisions(state, *policy, "tool.name: export_x4711_for_the_customers");
}
BENCHMARK(decision_by_part_found)->Arg(100)->Arg(10'000);

// Of an argument with a sentence of text, or with so many KiB.
void decision_by_part_of_argument(benchmark::State& state) {
  const auto policy =
      policy_about("fact: request.arguments.body, contains: oxNUMBER", state.range(0));
  const std::string sentence = "the box 17 of foxes, no ox 4 ";
  auto body = sentence;
  while (std::cmp_less(body.size(), state.range(1) << 10)) body += sentence;
  run_decisions(state, *policy, fmt::format("request.arguments: {{body: \"{}\"}}", body));
}
BENCHMARK(decision_by_part_of_argument)->Args({100, 0})->Args({10'000, 0})->Args({10'000, 256});

// All rules fire, and what they look for stands at the end.
void decision_by_part_at_end(benchmark::State& state) {
  const auto policy =
      policy_about("fact: request.arguments.body, contains: oxNUMBER", state.range(0));
  std::string body(256 << 10, 'o');
  for (std::int64_t i = 0; i < state.range(0); ++i) body += fmt::format("ox{}", i);
  run_decisions(state, *policy, fmt::format("request.arguments: {{body: \"{}\"}}", body));
}
BENCHMARK(decision_by_part_at_end)->Arg(10'000);

// When a policy is loaded: parts that share nothing, as long as they can be.
void build_parts(benchmark::State& state) {
  std::vector<std::string> parts;
  for (std::int64_t i = 0; i < state.range(0); ++i) {
    parts.push_back(fmt::format("{:016}", static_cast<std::uint64_t>(i) * 2'654'435'761));
    parts.back().resize(Parts::kLongest, static_cast<char>('a' + i % 26));
  }
  std::ranges::sort(parts);
  for (auto _ : state) benchmark::DoNotOptimize(Parts(parts));
}
BENCHMARK(build_parts)->Arg(20'000);

// What a pattern or a path needs is a part, too.
void decision_by_pattern(benchmark::State& state) {
  run_decisions(state, *policy_about("fact: tool.name, matches: 'x[a-f]NUMBER'", state.range(0)));
}
BENCHMARK(decision_by_pattern)->Arg(100)->Arg(1'000);  // a policy has no more

void decision_by_path(benchmark::State& state) {
  run_decisions(state, *policy_about("fact: request.arguments.path, withinPath: /data/NUMBER",
                                     state.range(0)));
}
BENCHMARK(decision_by_path)->Arg(100)->Arg(10'000);

// On either side of a number, and in a network of its own.
constexpr std::pair<const char*, const char*> kPlaced[] = {
    {"greaterThan", "fact: session.calls, greaterThan: 1NUMBER"},
    {"lessThan of an argument", "fact: request.arguments.n, lessThan: NUMBER"},
    {"cidr", "fact: request.arguments.host, cidr: '2001:db8::NUMBER/128'"},
};
void decision_by_place(benchmark::State& state) {
  const auto& [name, condition] = kPlaced[static_cast<std::size_t>(state.range(0))];
  state.SetLabel(name);
  run_decisions(
      state, *policy_about(condition, state.range(1)),
      "{session.calls: 7, request.arguments: {n: 20000, host: 'http://[2001:db8::17]/'}}");
}
BENCHMARK(decision_by_place)->ArgsProduct({{0, 1, 2}, {100, 10'000}});

// No rule has a key, so every one is asked: what the index is for.
constexpr std::pair<const char*, const char*> kWithoutKey[] = {
    {"pattern of nothing plain", "fact: tool.name, matches: '(?i)xNUMBER'"},
    {"not", "not: {fact: tool.name, notEquals: xNUMBER}"},
};
void decision_without_keys(benchmark::State& state) {
  const auto& [name, condition] = kWithoutKey[static_cast<std::size_t>(state.range(0))];
  state.SetLabel(name);
  run_decisions(state, *policy_about(condition, state.range(1)));
}
BENCHMARK(decision_without_keys)->ArgsProduct({{0, 1}, {100, 1'000}});
BENCHMARK(decision_without_keys)->ArgsProduct({{1}, {10'000}});

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
