// Any bytes as a policy, in YAML and in JSON: reading ends, every problem says what and where,
// nothing loads half, and what loads decides as its conditions say when they are walked. The same
// bytes as facts and as a table of tests.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "json/parser.hpp"
#include "json/string.hpp"
#include "policy/check.hpp"
#include "policy/explain.hpp"
#include "policy/facts_reader.hpp"
#include "policy/table.hpp"

namespace touchstone::policy {
namespace {

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

void check_problems(const std::vector<base::Error>& problems, std::string_view source) {
  require(problems.size() <= 101, "problems are bounded");
  for (const auto& problem : problems) {
    require(!problem.what.empty(), "a problem says what");
    require(problem.where.starts_with(source), "a problem says where");
    require(json::is_utf8(problem.what) && json::is_utf8(problem.where), "a message is UTF-8");
  }
}

const Facts& some_facts() {
  static const auto kKnown = read_facts(
      "tool: {name: a, tier: write, risk: high, legs.sendsOut: true, findings: [poison, lie]}\n"
      "session: {calls: 3, label: {untrusted: true, classes: [pii, credentials]}}\n"
      "request.arguments: {path: /srv/../etc/x, host: '10.0.0.1:80', n: 5, list: [a, b]}\n"
      "response.detections: [injection]",
      "f.yaml");
  return kKnown->facts;
}

void check_decision(const Policy& policy, const Facts& facts) {
  for (const auto phase : {Phase::kRequest, Phase::kResponse}) {
    const auto decision = decide(policy, phase, facts);
    for (const auto& report : explain(policy, phase, facts)) {
      const auto& list = report.rule->mode == Mode::kShadow ? decision.shadow : decision.fired;
      const bool listed = std::ranges::find(list, report.rule) != list.end();
      require(listed == report.fired, "compiled and walked come to the same");
      require(
          !listed || report.rule->mode == Mode::kShadow || decision.effect >= report.rule->effect,
          "the strongest effect wins");
    }
    json::Writer out;
    write(out, decision);
    json::Parser parser;
    require(parser.parse(json::Text(std::string(out.text()))).has_value(), "a decision is JSON");
  }
}

void check_text(std::string_view text, std::string_view source) {
  const auto loaded = load(text, source);
  check_problems(loaded.problems, source);
  require(loaded.good() == loaded.problems.empty(), "good is without problems");
  if (loaded.good()) {
    check_decision(*loaded.policy, some_facts());
    check_decision(*loaded.policy, Facts());
    for (const auto& remark : check(*loaded.policy))
      require(!remark.what.empty(), "a remark says what");
  }
  check_problems(read_table(text, source).problems, source);
}

// Enough about one argument to be found by its parts, and on both sides of a doubt.
const Policy& some_policy() {
  static const auto kLoaded = [] {
    std::string rules = "rules:\n";
    for (const std::string_view asks :
         {"withinPath: /etc", "withinPath: /srv/a", "withinPath: a/b", "withinPath: /home/a/.ssh",
          "cidr: 10.0.0.0/8", "cidr: '::/0'", "greaterThan: 9007199254740993", "lessThan: 5",
          "equals: '22'", "equals: true", "contains: a", "matches: '^a+b$'"}) {
      for (const std::string_view not_or : {"", "not: "}) {
        const auto name = std::to_string(rules.size());
        rules += "- {name: r" + name + ", effect: block, conditions: {" + std::string(not_or) +
                 (not_or.empty() ? "" : "{") + "fact: request.arguments.x, " + std::string(asks) +
                 (not_or.empty() ? "" : "}") + "}}\n";
      }
    }
    return load(rules, "p.yaml");
  }();
  require(kLoaded.good(), "the rules of this file load");
  return *kLoaded.policy;
}

void check_argument(std::string_view text) {
  Facts facts;
  facts.set_member(fact_id("request.arguments."), "/x", Value(text));
  check_decision(some_policy(), facts);
}

// What facts are written as is read back as the same.
void check_facts(std::string_view text) {
  const auto known = read_facts(text, "f.json");
  if (!known) return;
  check_decision(some_policy(), known->facts);
  json::Writer first;
  known->facts.write(first);
  const auto again = read_facts(first.text(), "f.json");
  if (!again) return;  // two spellings of one argument are one key twice
  json::Writer second;
  again->facts.write(second);
  require(first.text() == second.text(), "facts survive being written");
}

}  // namespace
}  // namespace touchstone::policy

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  touchstone::policy::check_text(text, "p.yaml");
  touchstone::policy::check_text(text, "p.json");
  touchstone::policy::check_facts(text);
  touchstone::policy::check_argument(text);
  return 0;
}
