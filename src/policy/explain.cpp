#include "policy/explain.hpp"

namespace touchstone::policy {
namespace {

std::string_view heading(const Condition& condition) {
  switch (condition.kind) {
    case Condition::Kind::kAll: return "all of";
    case Condition::Kind::kAny: return "any of";
    case Condition::Kind::kNot: return condition.exception ? "unless" : "not";
    case Condition::Kind::kLeaf: break;
  }
  return "";
}

std::string shortened(std::string text) {
  if (text.size() <= kMaxSeen) return text;
  auto end = kMaxSeen;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "…";
}

void ask(const Condition& condition, const Facts& facts, std::size_t depth,
         std::vector<Asked>& out) {
  const bool is_leaf = condition.kind == Condition::Kind::kLeaf;
  out.push_back({.depth = depth,
                 .text = is_leaf ? to_string(condition.leaf) : std::string(heading(condition)),
                 .held = condition.holds(facts),
                 .doubt = is_leaf && condition.leaf.doubts(facts),
                 .seen = is_leaf ? shortened(facts.text_of(condition.leaf.fact)) : ""});
  for (const auto& part : condition.parts) ask(part, facts, depth + 1, out);
}

}  // namespace

std::vector<RuleReport> explain(const Policy& policy, Phase phase, const Facts& facts) {
  std::vector<RuleReport> reports;
  for (const auto& rule : policy.rules()) {
    if (rule.phase != phase) continue;
    auto& report = reports.emplace_back();
    report.rule = &rule;
    report.fired = rule.condition.holds(facts);
    ask(rule.condition, facts, 0, report.asked);
  }
  return reports;
}

}  // namespace touchstone::policy
