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

constexpr std::string_view kNotRecorded = "not recorded";

void ask(const Condition& condition, const Facts& facts, Kept arguments, std::size_t depth,
         std::vector<Asked>& out) {
  const bool is_leaf = condition.kind == Condition::Kind::kLeaf;
  const auto held = holds_as_recorded(condition, facts, arguments);
  const auto seen = [&] {
    return held ? shortened(facts.text_of(condition.leaf.fact)) : std::string(kNotRecorded);
  };
  out.push_back({.depth = depth,
                 .text = is_leaf ? to_string(condition.leaf) : std::string(heading(condition)),
                 .held = held.value_or(false),
                 .unknown = !held,
                 .doubt = is_leaf && held && condition.leaf.doubts(facts),
                 .seen = is_leaf ? seen() : ""});
  for (const auto& part : condition.parts) ask(part, facts, arguments, depth + 1, out);
}

}  // namespace

std::vector<RuleReport> explain(const Policy& policy, Phase phase, const Facts& facts,
                                Kept arguments) {
  std::vector<RuleReport> reports;
  for (const auto& rule : policy.rules()) {
    if (rule.phase != phase) continue;
    auto& report = reports.emplace_back();
    report.rule = &rule;
    const auto fired = holds_as_recorded(rule.condition, facts, arguments);
    report.fired = fired.value_or(false);
    report.unknown = !fired;
    ask(rule.condition, facts, arguments, 0, report.asked);
  }
  return reports;
}

}  // namespace touchstone::policy
