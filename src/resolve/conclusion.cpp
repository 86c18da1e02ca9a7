// The second half of an examination: from what the arguments said to evidence.
#include <utility>

#include <fmt/format.h>

#include "resolve/arguments.hpp"
#include "resolve/examination.hpp"

namespace touchstone::resolve {
namespace {

constexpr std::size_t kUsualEvidence = 8;

}  // namespace

using model::ChoiceSet;
using model::Field;

void Examination::tell(Field field, model::Value value, std::string reason) {
  out_.evidence.push_back(
      {field, std::move(value), model::Source::kResolved, 1.0F, std::move(reason), {}, true});
}

void Examination::conclude() {
  const bool reassures = verdict_.effect < Effect::kWrite;
  if (plan_.decides && !said_) doubt("", "no argument says what the call does");
  if (reassures && !plan_.name_says.empty()) doubt("", plan_.name_says);
  if (reassures && !plan_.doubt.empty()) doubt("", plan_.doubt);
  // Without a parameter that decides, the rest can only tell of harm.
  if (!plan_.decides && verdict_.effect < Effect::kWrite) verdict_.effect = Effect::kUnknown;
  out_.effect = verdict_.effect;
  tell_effect();
  tell_reach();
  if (!verdict_.privileged.empty()) tell(Field::kPrivilegedAccess, true, verdict_.privileged);
  if (!verdict_.sensitive.empty()) tell(Field::kSensitiveData, true, verdict_.sensitive);
}

void Examination::tell_effect() {
  const auto& why = verdict_.why;
  out_.evidence.reserve(kUsualEvidence);
  switch (verdict_.effect) {
    case Effect::kUnknown: return;
    case Effect::kRead:
      tell(Field::kReadOnly, true, why);
      tell(Field::kDestructive, false, why);
      tell(Field::kIdempotent, true, why);
      tell(Field::kOutcomes, ChoiceSet(model::Outcome::kBenign), why);
      return;
    case Effect::kAdd:
      tell(Field::kReadOnly, false, why);
      tell(Field::kDestructive, false, why);
      return;
    case Effect::kWrite:
      tell(Field::kReadOnly, false, why);
      if (verdict_.idempotent) tell(Field::kIdempotent, true, why);
      return;
    case Effect::kDestroy:
      tell(Field::kReadOnly, false, why);
      tell(Field::kDestructive, true, why);
      return;
  }
}

void Examination::tell_reach() {
  if (!verdict_.open_world.empty()) {
    reach_ = Reach::kPublic;
    reach_why_ = verdict_.open_world;
    addressed_ = true;
    returns_ = true;
  }
  if (!addressed_ || reach_ == Reach::kUnknown) return;
  const bool outside = reach_ == Reach::kPublic;
  // An address in any other argument may be where the data really goes.
  if (!outside && elsewhere()) return;
  tell(Field::kOpenWorld, outside, reach_why_);
  tell(Field::kDestination,
       ChoiceSet(outside ? model::Destination::kPublic : model::Destination::kInternal),
       reach_why_);
  if (!returns_) return;
  tell(Field::kSource,
       ChoiceSet(outside ? model::Origin::kUntrustedPublic : model::Origin::kInternal), reach_why_);
}

bool Examination::elsewhere() {
  for (const auto [key, value] : arguments_.members()) {
    const auto* parameter = plan_.find(key.as_string().value_or(""));
    if (parameter == nullptr) return true;
    const bool judged = parameter->role == Role::kUrl || parameter->role == Role::kHost ||
                        parameter->role == Role::kMail;
    if (judged || !mentions_address_inside(value)) continue;
    note(parameter->name, "mentions an address, where the data may go as well");
    return true;
  }
  return false;
}

void Examination::apply_rules() {
  for (const auto index : plan_.rules) {
    if (index >= settings_.rules.size()) return;
    const auto& rule = settings_.rules[index];
    if (!rule.matches(arguments_)) continue;
    for (auto& item : rule.evidence()) out_.evidence.push_back(std::move(item));
    note("", rule.where.empty() ? "a rule of the operator applies"
                                : fmt::format("the rule at {} applies", rule.where));
    return;
  }
}

}  // namespace touchstone::resolve
