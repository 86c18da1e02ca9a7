#include "policy/shared_leaves.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace touchstone::policy {
namespace {

bool is_written_alike(const Scalar& a, const Scalar& b) {
  const auto* number = std::get_if<Number>(&a);
  return a == b && (number == nullptr || number->text == std::get<Number>(b).text);
}

struct Uses {
  std::size_t times = 0;
  std::size_t order = 0;  // so that the same rules always give the same program
};

void count_leaves(const Condition& condition, LeafMap<Uses>& leaves) {
  for (const auto& part : condition.parts) count_leaves(part, leaves);
  if (condition.kind != Condition::Kind::kLeaf) return;
  auto& uses = leaves[&condition.leaf];
  if (uses.times++ == 0) uses.order = leaves.size();
}

void count_members(const Condition& condition,
                   std::map<std::pair<FactId, std::string>, std::size_t>& members) {
  for (const auto& part : condition.parts) count_members(part, members);
  const auto& fact = condition.leaf.fact;
  if (condition.kind == Condition::Kind::kLeaf && !fact.member.empty())
    ++members[{fact.id, fact.member}];
}

}  // namespace

std::size_t LeafHash::operator()(const Leaf* leaf) const {
  std::size_t hash = std::hash<std::string>()(leaf->fact.member) + leaf->fact.id;
  const auto mix = [&](std::size_t more) { hash = hash * 1'000'003 + more; };
  mix(static_cast<std::size_t>(leaf->op));
  const auto* text = std::get_if<std::string>(&leaf->operands.front());
  if (text != nullptr) mix(std::hash<std::string>()(*text));
  return hash;
}

bool SameLeaf::operator()(const Leaf* a, const Leaf* b) const {
  return *a == *b && a->doubt_holds == b->doubt_holds && a->network == b->network &&
         std::ranges::equal(a->operands, b->operands, is_written_alike);
}

std::vector<FactRef> shared_members(std::span<const Rule> rules, Phase phase, std::size_t most) {
  std::map<std::pair<FactId, std::string>, std::size_t> members;
  for (const auto& rule : rules) {
    if (rule.phase == phase) count_members(rule.condition, members);
  }
  std::vector<std::pair<std::size_t, FactRef>> shared;
  for (const auto& [fact, times] : members) {
    if (times > 1) shared.push_back({times, {fact.first, fact.second}});
  }
  std::ranges::stable_sort(shared, std::greater(), &std::pair<std::size_t, FactRef>::first);
  if (shared.size() > most) shared.resize(most);
  std::vector<FactRef> found;
  for (auto& [times, fact] : shared) found.push_back(std::move(fact));
  return found;
}

std::vector<const Leaf*> shared_leaves(std::span<const Rule> rules, Phase phase) {
  LeafMap<Uses> leaves;
  for (const auto& rule : rules) {
    if (rule.phase == phase) count_leaves(rule.condition, leaves);
  }
  std::vector<std::pair<Uses, const Leaf*>> shared;
  for (const auto& [leaf, uses] : leaves) {
    if (uses.times > 1) shared.emplace_back(uses, leaf);
  }
  std::ranges::sort(shared, [](const auto& a, const auto& b) {
    return std::pair(b.first.times, a.first.order) < std::pair(a.first.times, b.first.order);
  });
  std::vector<const Leaf*> found;
  for (const auto& [uses, leaf] : shared) found.push_back(leaf);
  return found;
}

}  // namespace touchstone::policy
