// For tests: policies and facts from a few lines of YAML, decisions as one line.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "policy/decide.hpp"
#include "policy/facts_reader.hpp"
#include "policy/packs.hpp"

namespace touchstone::policy::testing {

// All problems, a line each; empty for a good policy.
inline std::string problems(std::string_view text, std::string_view source = "p.yaml") {
  std::string out;
  for (const auto& problem : load(text, source).problems) out += base::to_string(problem) + "\n";
  return out;
}

inline std::shared_ptr<const Policy> policy_of(std::string_view text,
                                               std::string_view source = "p.yaml") {
  auto loaded = load(text, source);
  EXPECT_TRUE(loaded.good()) << problems(text, source);
  return loaded.good() ? loaded.policy : std::make_shared<const Policy>(std::vector<Rule>());
}

inline std::shared_ptr<const Policy> pack(std::string_view name) {
  return policy_of(find_pack(name)->text, "pack");
}

inline KnownFacts facts_of(std::string_view text) {
  auto facts = read_facts(text, "f.yaml");
  EXPECT_TRUE(facts) << (facts ? "" : base::to_string(facts.error()));
  return facts ? std::move(*facts) : KnownFacts();
}

// "escalate ask-irreversible ask-after-untrusted; shadow block-x".
inline std::string told(const Decision& decision) {
  std::string out(name_of(decision.effect));
  for (const auto* rule : decision.fired) out += " " + rule->name;
  if (!decision.shadow.empty()) out += "; shadow";
  for (const auto* rule : decision.shadow) out += " " + rule->name;
  return out;
}

inline std::string decided(const Policy& policy, std::string_view facts,
                           Phase phase = Phase::kRequest) {
  return told(decide(policy, phase, facts_of(facts).facts));
}

// Whether a rule with this condition fires on these facts.
inline bool fires(std::string_view condition, std::string_view facts) {
  const auto policy =
      policy_of("rules: [{name: r, effect: block, conditions: " + std::string(condition) + "}]");
  const auto phase = policy->rules().empty() ? Phase::kRequest : policy->rules().front().phase;
  return decide(*policy, phase, facts_of(facts).facts).effect == Effect::kBlock;
}

}  // namespace touchstone::policy::testing
