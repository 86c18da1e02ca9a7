#include "guard/own_names.hpp"

#include <algorithm>

#include "guard/way_out.hpp"

namespace touchstone::guard {
namespace {

// A URL among the arguments alone makes a call one that reaches out, so this is about the word of
// those who know the tool, whatever follows from a call.
bool says_closed_world(const Subject& subject) {
  if (subject.profile == nullptr || subject.trust == model::Trust::kUntrusted) return false;
  const auto all = subject.profile->evidence_for(model::Field::kOpenWorld);
  const auto is_word = [](const model::Evidence& one) {
    const bool known =
        one.source == model::Source::kDeclared || one.source == model::Source::kOperator;
    return known && one.value == model::Value(false);
  };
  const auto denies = [](const model::Evidence& one) {
    return one.source == model::Source::kOperator && one.value == model::Value(true);
  };
  return std::ranges::any_of(all, is_word) && std::ranges::none_of(all, denies);
}

bool leads_out(flow::Kind kind) { return kind == flow::Kind::kUrl || kind == flow::Kind::kHost; }

}  // namespace

void mark_own_names(flow::Flows& flows, const Subject& subject, const flow::Memory& memory) {
  for (auto& value : flows.values) {
    const bool is_name = value.seen.listed() && names_a_thing(value.kind) && !value.altered &&
                         !value.by_name && !value.directed();
    if (!is_name || (leads_out(value.kind) && !says_closed_world(subject))) continue;
    // Who listed it is not kept; so nobody else may have named it, before or since.
    value.own =
        is_of(memory.source(value.first), subject) && is_of(memory.source(value.last), subject);
  }
}

}  // namespace touchstone::guard
