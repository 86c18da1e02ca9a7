#include "policy/recorded.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include <fmt/format.h>

#include "model/profile.hpp"

namespace touchstone::policy {
namespace {

struct EvidenceFacts {
  FactId source;
  FactId confidence;
};

const std::vector<EvidenceFacts>& evidence_facts() {
  static const std::vector<EvidenceFacts> kAll = [] {
    std::vector<EvidenceFacts> out;
    for (const auto& field : model::kFields) {
      const auto name = fmt::format("tool.evidence.{}.", field.name);
      out.push_back({fact_id(name + "source"), fact_id(name + "confidence")});
    }
    return out;
  }();
  return kAll;
}

struct UsualFact {
  FactId id;
  Value value;
};

// What is filled in for each call, and mostly so.
const std::vector<UsualFact>& usual_facts() {
  static const std::vector<UsualFact> kAll = [] {
    std::vector<UsualFact> out;
    for (const std::string_view name : {"flow.untrusted",
                                        "flow.private",
                                        "flow.malicious",
                                        "flow.destination.untrusted",
                                        "flow.links.untrusted",
                                        "flow.directed",
                                        "session.label.untrusted",
                                        "session.label.private",
                                        "session.label.malicious",
                                        "session.legs.readsPrivate",
                                        "session.legs.readsUntrusted",
                                        "session.legs.sendsOut",
                                        "request.annotations.openWorldHint",
                                        "request.annotations.sensitiveDataHint",
                                        "request.annotations.maliciousActivityHint",
                                        "response.annotations.openWorldHint",
                                        "response.annotations.sensitiveDataHint",
                                        "response.annotations.maliciousActivityHint",
                                        "response.isError",
                                        "principal.authenticated"})
      out.push_back({fact_id(name), false});
    for (const std::string_view name : {"flow.share", "flow.directed.share"})
      out.push_back({fact_id(name), 0.0});
    out.push_back({fact_id("flow.complete"), true});
    return out;
  }();
  return kAll;
}

bool is_same(const Value& a, const Value& usual) {
  if (a.index() != usual.index()) return false;
  if (const auto* flag = std::get_if<bool>(&a)) return *flag == std::get<bool>(usual);
  const auto* number = std::get_if<double>(&a);
  return number != nullptr && *number == std::get<double>(usual);
}

// As fill_profile() says it of a field that nobody spoke of.
const model::FieldState kNobody;

bool is_default_source(const Value& value) {
  const auto* word = std::get_if<std::string_view>(&value);
  return word != nullptr && *word == name_of(kNobody.source);
}
bool is_full_confidence(const Value& value) {
  const auto* number = std::get_if<double>(&value);
  return number != nullptr && *number == static_cast<double>(kNobody.confidence);
}

bool asks_for_value(const Leaf& leaf) {
  const auto values = facts_of_values();
  return leaf.fact.id == arguments_id() || std::ranges::find(values, leaf.fact.id) != values.end();
}

// A digest stands in the place of a text, or of a part of it.
bool has_digest(const FactRef& fact, const Facts& facts) {
  return facts.any_of(fact, [](auto value, bool /*member*/) {
    if constexpr (std::is_same_v<decltype(value), std::string_view>)
      return value.find("sha256:") != std::string_view::npos;
    return false;
  });
}

bool is_recorded(const Leaf& leaf, const Facts& facts, Kept arguments) {
  if (arguments == Kept::kAll || !asks_for_value(leaf)) return true;
  if (arguments == Kept::kNone && leaf.fact.id == arguments_id()) return false;
  return leaf.op == Op::kExists || !has_digest(leaf.fact, facts);
}

// One that is `decisive` decides; without it all must be known.
std::optional<bool> joined(std::span<const Condition> parts, const Facts& facts, Kept arguments,
                           bool decisive) {
  std::optional<bool> out = !decisive;
  for (const auto& part : parts) {
    const auto one = holds_as_recorded(part, facts, arguments);
    if (one == decisive) return decisive;
    if (!one) out.reset();
  }
  return out;
}

}  // namespace

std::span<const FactId> facts_of_values() {
  static const std::array<FactId, 3> kIds{fact_id("flow.destination.values"),
                                          fact_id("flow.links.values"),
                                          fact_id("flow.directed.values")};
  return kIds;
}

bool asks_for_values(const Condition& condition) {
  if (condition.kind != Condition::Kind::kLeaf)
    return std::ranges::any_of(condition.parts, asks_for_values);
  return asks_for_value(condition.leaf);
}

std::optional<bool> holds_as_recorded(const Condition& condition, const Facts& facts,
                                      Kept arguments) {
  switch (condition.kind) {
    case Condition::Kind::kLeaf:
      if (!is_recorded(condition.leaf, facts, arguments)) return std::nullopt;
      return condition.leaf.holds(facts);
    case Condition::Kind::kAll: return joined(condition.parts, facts, arguments, false);
    case Condition::Kind::kAny: return joined(condition.parts, facts, arguments, true);
    case Condition::Kind::kNot: break;
  }
  const auto turned = holds_as_recorded(condition.parts.front(), facts, arguments);
  return turned ? std::optional(!*turned) : std::nullopt;
}

void leave_out_defaults(Facts& facts) {
  for (const auto& [source, confidence] : evidence_facts()) {
    if (!is_full_confidence(facts.at(confidence))) continue;
    facts.set(confidence, {});
    if (is_default_source(facts.at(source))) facts.set(source, {});
  }
}

void leave_out_usual(Facts& facts) {
  for (const auto& [id, value] : usual_facts()) {
    if (is_same(facts.at(id), value)) facts.set(id, {});
  }
}

void put_back_defaults(Facts& facts) {
  static const FactId kTier = fact_id("tool.tier"), kCall = fact_id("request.size"),
                      kResult = fact_id("response.size");
  for (const auto& [id, value] : usual_facts()) {
    const bool known = facts.at(spec(id).phase == Phase::kRequest ? kCall : kResult).index() != 0;
    if (known && facts.at(id).index() == 0) facts.set(id, value);
  }
  if (facts.at(kTier).index() == 0) return;  // of no tool
  for (const auto& [source, confidence] : evidence_facts()) {
    if (facts.at(confidence).index() != 0) continue;
    facts.set(confidence, static_cast<double>(kNobody.confidence));
    if (facts.at(source).index() == 0) facts.set(source, name_of(kNobody.source));
  }
}

}  // namespace touchstone::policy
