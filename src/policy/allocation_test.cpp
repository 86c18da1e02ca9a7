// Counts allocations: what is promised about memory on the hot path is tested, not hoped for.
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>

#include <gtest/gtest.h>

#include "policy/test_support.hpp"

namespace {
std::size_t allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) std::abort();
  return memory;
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace touchstone::policy {
namespace {

TEST(Allocation, a_decision_takes_none_once_its_lists_have_grown) {
  const auto policy = testing::policy_of(
      "extends: regulated\nrules: [{name: p, effect: block, conditions: {fact: "
      "request.arguments.path, withinPath: /etc}}, {name: n, effect: block, conditions: {fact: "
      "request.arguments.a-long-name-for-a-host, cidr: 10.0.0.0/8}}]");
  const auto known = testing::facts_of(
      "tool: {name: x, tier: destructive, legs.sendsOut: true}\nsession.label: {untrusted: true, "
      "classes: [pii]}\nrequest.arguments: {path: /etc/x, a-long-name-for-a-host: 10.0.0.1}");
  Decision decision;
  decide(*policy, Phase::kRequest, known.facts, decision);
  const auto before = allocations;
  decide(*policy, Phase::kRequest, known.facts, decision);
  EXPECT_EQ(allocations, before);
  EXPECT_GT(decision.fired.size(), 5U);
}

TEST(Allocation, looking_for_parts_takes_none) {
  std::string rules;
  for (const char* part : {"a", "aa", "aab", "b", "x", "\\.pem"}) {
    rules += "- {name: 'r" + std::to_string(rules.size()) + "', effect: block, conditions: {or: [" +
             "{fact: request.arguments.path, contains: '" + part +
             "'}, {fact: tool.name, matches: '" + part + "z'}]}}\n";
  }
  const auto policy = testing::policy_of("rules:\n" + rules);
  EXPECT_EQ(policy->program(Phase::kRequest).rules_without_key(), 0U);
  const auto known = testing::facts_of("{tool.name: aab, request.arguments: {path: /srv/aab}}");
  Decision decision;
  decide(*policy, Phase::kRequest, known.facts, decision);
  const auto before = allocations;
  decide(*policy, Phase::kRequest, known.facts, decision);
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(decision.fired.size(), 4U);
}

}  // namespace
}  // namespace touchstone::policy
