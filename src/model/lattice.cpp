#include "model/lattice.hpp"

#include <algorithm>
#include <string>

namespace touchstone::model {
namespace {

Value only_telling(ChoiceSet set) {
  ChoiceSet out(set.vocabulary());
  for (const auto& choice : choices(set.vocabulary())) {
    if (choice.telling && set.has(choice.name)) out.insert(choice.name);
  }
  return out.empty() ? Value() : Value(out);
}

// `b` united with `a`; both hold the same alternative.
Value unite(const FieldSpec& field, const Value& a, const Value& b) {
  if (const auto* flag = std::get_if<bool>(&a)) return *flag == field.risky ? a : b;
  if (const auto* set = std::get_if<ChoiceSet>(&a)) return *set | std::get<ChoiceSet>(b);
  if (const auto* classes = std::get_if<DataClasses>(&a)) {
    DataClasses out = *classes;
    out.join(std::get<DataClasses>(b));
    return out;
  }
  if (const auto* uris = std::get_if<Uris>(&a)) {
    Uris out = *uris;
    out.join(std::get<Uris>(b));
    return out;
  }
  return a;
}

}  // namespace

Value join(const FieldSpec& field, const Value& a, const Value& b) {
  if (!is_set(a)) return b;
  if (a.index() != b.index()) return a;
  return unite(field, a, b);
}

Value telling_part(const FieldSpec& field, const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag == field.risky ? value : Value();
  if (const auto* set = std::get_if<ChoiceSet>(&value)) return only_telling(*set);
  if (const auto* classes = std::get_if<DataClasses>(&value)) {
    return classes->sensitive() ? value : Value();
  }
  return value;
}

Value guarded(const FieldSpec& field, const Value& value) {
  const auto* set = std::get_if<ChoiceSet>(&value);
  if (set == nullptr) return telling_part(field, value);
  return set->has_telling() ? Value(set->with_risky()) : Value();
}

bool narrows(const FieldSpec& field, const Value& bound, const Value& resolved) {
  if (!is_set(bound)) return true;
  if (const auto* flag = std::get_if<bool>(&bound)) {
    return *flag == field.risky || resolved == bound;
  }
  if (bound.index() != resolved.index()) return false;
  if (const auto* set = std::get_if<ChoiceSet>(&bound)) {
    return set->includes(std::get<ChoiceSet>(resolved));
  }
  if (const auto* classes = std::get_if<DataClasses>(&bound)) {
    return classes->includes(std::get<DataClasses>(resolved));
  }
  if (const auto* uris = std::get_if<Uris>(&bound)) {
    return std::ranges::includes(uris->all(), std::get<Uris>(resolved).all());
  }
  return true;  // a title binds nobody
}

}  // namespace touchstone::model
