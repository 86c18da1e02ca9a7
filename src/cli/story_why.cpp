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
#include "policy/version.hpp"
#include "tree/tree.hpp"

namespace touchstone::cli {
namespace {

constexpr std::size_t kConfigsLookedAt = 100;  // records of the kind `config`

config::Config config_by(const StoreOptions& options) {
  if (options.config.empty()) return usual_config();
  return config::load(options.config, config::real_sources()).config;
}

// In `now`, what decides today.
void find_policy(Why& why, std::shared_ptr<const policy::Policy>& now,
                 const StoreOptions& options) {
  auto config = config_by(options);
  std::vector<std::string> names{config.policy};
  for (const auto& pack : policy::packs()) names.emplace_back(pack.name);
  for (const auto& name : names) {
    config.policy = name;
    auto named = policy_of(config, "");
    if (&name == &names.front()) now = named.in_force.policy;
    if (!named.good() || named.in_force.version != why.version) continue;
    why.policy = std::move(named.in_force.policy);
    why.name = name;
    return;
  }
}

// Another version of the program may have the same rules under another version of theirs.
bool say_the_same(const std::shared_ptr<const policy::Policy>& a,
                  const std::shared_ptr<const policy::Policy>& b) {
  return a && b && policy::text_of_rules(*a) == policy::text_of_rules(*b);
}

// The value of the setting that names the policy, if it has this version.
json::View policy_in(json::View body, std::string_view version) {
  for (const auto setting : body.find("settings").elements()) {
    const auto policy = setting.find("value");
    if (setting.find("field").equals("policy") && policy.find("version").equals(version))
      return policy;
  }
  return {};
}

// What the policy was called when it came into force, and what it said (gateway/journal.hpp).
void find_on_record(Why& why, store::Store& store) {
  const auto records = settled<std::vector<store::Decision>>([&](auto done) {
    store.list_decisions({.kind = "config", .limit = kConfigsLookedAt}, std::move(done));
  });
  if (!records) return;
  for (const auto& record : *records) {
    const auto document = json::Parser().parse(json::Text::copy_of(record.json));
    if (!document) continue;
    const json::View body = document->root().find("body");
    const json::View policy = policy_in(body, why.version);
    if (!policy) continue;
    why.name = policy.find("name").as_string().value_or("");
    if (const json::View file = body.find("policyFile"))
      why.policy = policy::load(file.raw(), record.id).policy;
    if (why.policy) return;
  }
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
  const auto spelling = policy::Spelling::kAsRecorded;
  if (!facts || !policy::read_facts(*facts, known, spelling).empty()) return;
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
  std::shared_ptr<const policy::Policy> now;
  find_policy(why, now, options);
  if (!why.policy) {
    find_on_record(why, store);
    why.has_changed = !say_the_same(why.policy, now);
  }
  if (why.policy) ask_again(why, record, decided, phase);
  return why;
}

}  // namespace touchstone::cli
