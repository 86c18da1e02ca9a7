#include "cli/story_why.hpp"

#include <algorithm>
#include <utility>

#include "cli/host.hpp"
#include "cli/means.hpp"
#include "cli/store_file.hpp"
#include "config/load.hpp"
#include "json/parser.hpp"
#include "policy/facts_reader.hpp"
#include "policy/packs.hpp"
#include "policy/recorded.hpp"
#include "tree/tree.hpp"

namespace touchstone::cli {
namespace {

constexpr std::size_t kConfigsLookedAt = 100;  // records of the kind `config`

config::Config config_by(const StoreOptions& options) {
  if (options.config.empty()) return usual_config();
  return config::load(options.config, config::real_sources()).config;
}

void find_policy(Why& why, const StoreOptions& options) {
  auto config = config_by(options);
  std::vector<std::string> names{config.policy};
  for (const auto& pack : policy::packs()) names.emplace_back(pack.name);
  for (const auto& name : names) {
    config.policy = name;
    auto named = policy_of(config, "");
    if (!named.good() || named.in_force.version != why.version) continue;
    why.policy = std::move(named.in_force.policy);
    why.name = name;
    return;
  }
}

// What the policy was called when it came into force (gateway/journal.hpp).
std::string name_on_record(store::Store& store, std::string_view version) {
  const auto records = settled<std::vector<store::Decision>>([&](auto done) {
    store.list_decisions({.kind = "config", .limit = kConfigsLookedAt}, std::move(done));
  });
  if (!records) return {};
  for (const auto& record : *records) {
    const auto document = json::Parser().parse(json::Text::copy_of(record.json));
    if (!document) continue;
    for (const auto setting : document->root().find("body").find("settings").elements()) {
      const auto policy = setting.find("value");
      if (setting.find("field").equals("policy") && policy.find("version").equals(version))
        return policy.find("name").as_string().value_or("");
    }
  }
  return {};
}

bool is_named(json::View rules, std::string_view name) {
  return std::ranges::any_of(rules.elements(),
                             [&](json::View rule) { return rule.find("name").equals(name); });
}

constexpr std::string_view kNotKept = "not kept";

// Where a record has no arguments, what a rule saw of them, or of values in them, is not known.
void hide_arguments(policy::RuleReport& report) {
  for (auto& asked : report.asked) {
    const bool asks_values =
        asked.text.starts_with("flow.") && asked.text.find(".values ") != std::string::npos;
    if (asks_values || asked.text.starts_with("request.arguments")) asked.seen = kNotKept;
  }
}

void ask_again(Why& why, json::View record, json::View decided, policy::Phase phase) {
  const auto facts = tree::read_json(record.find("facts").raw(), policy::kFileLimits);
  policy::KnownFacts known;
  if (!facts || !policy::read_facts(*facts, known).empty()) return;
  const json::View arguments = record.find("arguments");
  if (arguments) known.facts.set_arguments(arguments);
  policy::put_back_defaults(known.facts);
  for (auto& report : policy::explain(*why.policy, phase, known.facts)) {
    const json::View decision = decided.find("decision");
    const auto& name = report.rule->name;
    if (!is_named(decision.find("rules"), name) && !is_named(decision.find("shadow"), name))
      continue;
    if (!arguments) hide_arguments(report);
    why.reports.push_back(std::move(report));
  }
}

}  // namespace

const policy::RuleReport* Why::find(std::string_view rule) const {
  const auto it =
      std::ranges::find_if(reports, [&](const auto& report) { return report.rule->name == rule; });
  return it == reports.end() ? nullptr : &*it;
}

bool is_unknown(const policy::RuleReport& report, const policy::Asked& asked) {
  if (!asked.seen.empty()) return asked.seen == kNotKept;
  return std::ranges::any_of(report.asked,
                             [](const policy::Asked& one) { return one.seen == kNotKept; });
}

Why why_of(store::Store& store, json::View record, json::View decided, policy::Phase phase,
           const StoreOptions& options) {
  Why why;
  why.version = decided.find("policy").as_string().value_or("");
  if (why.version.empty()) return why;
  find_policy(why, options);
  if (why.name.empty()) why.name = name_on_record(store, why.version);
  if (why.policy) ask_again(why, record, decided, phase);
  return why;
}

}  // namespace touchstone::cli
