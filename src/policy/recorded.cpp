#include "policy/recorded.hpp"

#include <algorithm>
#include <array>

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

}  // namespace

bool is_fact_of_values(FactId id) {
  static const std::array<FactId, 3> kIds{fact_id("flow.destination.values"),
                                          fact_id("flow.links.values"),
                                          fact_id("flow.directed.values")};
  return std::ranges::find(kIds, id) != kIds.end();
}

bool asks_for_values(const Condition& condition) {
  static const FactId kArguments = fact_id("request.arguments.");
  if (condition.kind != Condition::Kind::kLeaf)
    return std::ranges::any_of(condition.parts, asks_for_values);
  const FactId id = condition.leaf.fact.id;
  return id == kArguments || is_fact_of_values(id);
}

void leave_out_defaults(Facts& facts) {
  for (const auto& [source, confidence] : evidence_facts()) {
    if (!is_full_confidence(facts.at(confidence))) continue;
    facts.set(confidence, {});
    if (is_default_source(facts.at(source))) facts.set(source, {});
  }
}

void put_back_defaults(Facts& facts) {
  static const FactId kTier = fact_id("tool.tier");
  if (facts.at(kTier).index() == 0) return;  // of no tool
  for (const auto& [source, confidence] : evidence_facts()) {
    if (facts.at(confidence).index() != 0) continue;
    facts.set(confidence, static_cast<double>(kNobody.confidence));
    if (facts.at(source).index() == 0) facts.set(source, name_of(kNobody.source));
  }
}

}  // namespace touchstone::policy
