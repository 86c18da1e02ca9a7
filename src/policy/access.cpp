#include "policy/access.hpp"

#include <algorithm>

#include "policy/parts.hpp"
#include "policy/pattern_parts.hpp"

namespace touchstone::policy {
namespace {

int worth_of(FactId fact) {
  static const FactId kToolName = fact_id("tool.name");
  static const FactId kServerName = fact_id("server.name");
  if (fact == kToolName) return 100;
  if (fact == kServerName) return 90;
  if (spec(fact).type == Type::kFlag) return 20;
  if (spec(fact).type == Type::kAny) return 40;
  return spec(fact).words.empty() ? 80 : 40;
}

bool can_be_key(const FactSpec& fact) {
  return fact.type == Type::kFlag || fact.type == Type::kText || fact.type == Type::kSet;
}

// What is more than a bound may be anything, so any other key is better.
constexpr int kWorthOfBound = 10;

std::optional<Access> access_by_bound(const Leaf& leaf) {
  const auto* number = std::get_if<Number>(&leaf.operands.front());
  if (number == nullptr || spec(leaf.op).shape != Shape::kOrdered) return {};
  const bool above = leaf.op == Op::kGreaterThan || leaf.op == Op::kGreaterThanOrEqual;
  return Access{.worth = kWorthOfBound, .crowd = 0, .keys = {{&leaf, Bound{number->near, above}}}};
}

std::optional<Access> access_by_network(const Leaf& leaf) {
  if (leaf.op != Op::kCidr) return {};
  return Access{
      .worth = worth_of(leaf.fact.id) - 10, .crowd = 0, .keys = {{&leaf, &*leaf.network}}};
}

std::optional<Access> access_by_value(const Leaf& leaf) {
  if (!leaf.fact.member.empty() || !can_be_key(spec(leaf.fact.id))) return {};
  Access access{.worth = worth_of(leaf.fact.id), .crowd = 0, .keys = {}};
  if (leaf.op == Op::kEquals && std::holds_alternative<bool>(leaf.operands.front())) {
    access.keys.push_back({&leaf, std::get<bool>(leaf.operands.front())});
    return access;
  }
  if ((leaf.op == Op::kStartsWith || leaf.op == Op::kEndsWith) && !leaf.every) {
    const std::string_view text = std::get<std::string>(leaf.operands.front());
    access.worth -= 5;
    access.keys.push_back(
        {&leaf, leaf.op == Op::kStartsWith ? KeyValue(Beginning{text}) : KeyValue(Ending{text})});
    return access;
  }
  const auto words = words_asked(leaf);
  if (!words || words->size() > kMaxKeys) return {};
  for (const auto word : *words) access.keys.push_back({&leaf, word});
  return access;
}

// The end of a long one says more than its beginning: paths and URLs begin alike.
Part part_of(const Leaf& leaf, std::string_view text) {
  const bool whole = text.size() <= Parts::kLongest;
  if (!whole) text.remove_prefix(text.size() - Parts::kLongest);
  return {std::string(text), whole && leaf.op == Op::kContains};
}

// Where one value is asked for, and not a part of a text, what is no text may be taken for it.
bool may_be_other(const Leaf& leaf, std::string_view operand) {
  const bool is_part = leaf.op == Op::kStartsWith || leaf.op == Op::kEndsWith;
  return !is_part && reads_otherwise(leaf, operand);
}

bool is_better(const Access& one, const Access& other) {
  return one.worth != other.worth ? one.worth > other.worth : one.crowd < other.crowd;
}

}  // namespace

std::vector<std::vector<std::string>> parts_needed(const Leaf& leaf) {
  std::vector<std::vector<std::string>> ways;
  switch (leaf.op) {
    case Op::kEquals:
    case Op::kIn:
    case Op::kIntersects:
    case Op::kContains:
    case Op::kStartsWith:
    case Op::kEndsWith:
      for (const auto& operand : leaf.operands) {
        const auto* text = std::get_if<std::string>(&operand);
        if (text == nullptr || text->empty() || may_be_other(leaf, *text)) return {};
        ways.push_back({*text});
      }
      return ways;
    case Op::kMatches:
      ways.push_back(parts_of_pattern(std::get<std::string>(leaf.operands.front())));
      break;
    case Op::kWithinPath: ways.push_back(leaf.path->parts()); break;
    default: return {};
  }
  if (ways.front().empty()) ways.clear();
  return ways;
}

Census::Census(std::span<const Rule> rules, Phase phase) {
  for (const auto& rule : rules) {
    if (rule.phase == phase) count(rule.condition);
  }
}

void Census::count(const Condition& condition) {
  if (condition.kind == Condition::Kind::kLeaf) return count(condition.leaf);
  if (condition.kind == Condition::Kind::kNot) return;
  for (const auto& part : condition.parts) count(part);
}

void Census::count(const Leaf& leaf) {
  if (const auto access = access_by_value(leaf)) {
    for (const auto& key : access->keys) ++by_value_[{leaf.fact.id, std::get<KeyValue>(key.value)}];
    return;
  }
  const auto ways = parts_needed(leaf);
  if (ways.empty()) return;
  by_fact_[{leaf.fact.id, leaf.fact.member}] += ways.size();
  for (const auto& parts : ways) {
    for (const auto& part : parts) ++by_part_[part];
  }
}

std::size_t Census::crowd_of(const Access& access) const {
  std::size_t most = 0;
  for (const auto& key : access.keys) {
    const auto it = by_value_.find({key.leaf->fact.id, std::get<KeyValue>(key.value)});
    if (it != by_value_.end()) most = std::max(most, it->second);
  }
  return most;
}

bool Census::pays(const FactRef& fact) const {
  const auto it = by_fact_.find({fact.id, fact.member});
  return it != by_fact_.end() && it->second >= kFewParts && it->second <= Parts::kMost;
}

const std::string& Census::rarest(const std::vector<std::string>& parts) const {
  return *std::ranges::min_element(parts, {}, [&](const std::string& part) {
    const auto it = by_part_.find(part);
    return std::pair(it == by_part_.end() ? 0 : it->second, -static_cast<long>(part.size()));
  });
}

std::optional<Access> Census::access_by_part(const Leaf& leaf) const {
  if (!pays(leaf.fact)) return {};
  const auto ways = parts_needed(leaf);
  if (ways.empty() || ways.size() > kMaxKeys) return {};
  Access access{.worth = worth_of(leaf.fact.id) - 10, .crowd = 0, .keys = {}};
  for (const auto& parts : ways) access.keys.push_back({&leaf, part_of(leaf, rarest(parts))});
  return access;
}

std::optional<Access> Census::access_of(const Leaf& leaf) const {
  auto access = access_by_value(leaf);
  if (access) access->crowd = crowd_of(*access);
  if (!access) access = access_by_part(leaf);
  if (!access) access = access_by_bound(leaf);
  return access ? std::move(access) : access_by_network(leaf);
}

std::optional<Access> Census::best_of(const std::vector<Condition>& parts) const {
  std::optional<Access> best;
  for (const auto& part : parts) {
    auto access = access_of(part);
    if (access && (!best || is_better(*access, *best))) best = std::move(access);
  }
  return best;
}

std::optional<Access> Census::all_of(const std::vector<Condition>& parts) const {
  Access joined{.worth = 100, .crowd = 0, .keys = {}};
  for (const auto& part : parts) {
    const auto access = access_of(part);
    if (!access) return {};
    joined.worth = std::min(joined.worth, access->worth);
    joined.crowd = std::max(joined.crowd, access->crowd);
    joined.keys.insert(joined.keys.end(), access->keys.begin(), access->keys.end());
    if (joined.keys.size() > kMaxKeys) return {};
  }
  return joined;
}

std::optional<Access> Census::access_of(const Condition& condition) const {
  switch (condition.kind) {
    case Condition::Kind::kLeaf: return access_of(condition.leaf);
    case Condition::Kind::kAll: return best_of(condition.parts);
    case Condition::Kind::kAny: return all_of(condition.parts);
    case Condition::Kind::kNot: break;
  }
  return {};
}

}  // namespace touchstone::policy
