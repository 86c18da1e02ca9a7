#include "guard/deed.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "model/derive.hpp"

namespace touchstone::guard {

bool writes(const Subject& subject) {
  if (subject.profile == nullptr) return subject.is_call();
  return model::tier_of(*subject.profile) > model::Tier::kRead;
}

bool may_read(const Subject& subject) {
  using model::Field;
  if (subject.profile == nullptr || !writes(subject)) return true;
  const model::Profile& profile = *subject.profile;
  const auto is_told = [&](Field field) {
    return profile[field].source != model::Source::kDefault;
  };
  const auto says_reads = [](const model::Evidence& said) {
    return said.field == Field::kReadOnly && said.value == model::Value(true) &&
           said.confidence >= model::kHeard;
  };
  const bool brings = (is_told(Field::kSource) && model::words(profile[Field::kSource].value) !=
                                                      std::vector<std::string>{"system"}) ||
                      (is_told(Field::kReturnSensitivity) &&
                       !profile.classes(Field::kReturnSensitivity).without_none().empty());
  return brings || !is_told(Field::kReadOnly) ||
         std::ranges::any_of(profile.evidence(), says_reads);
}

}  // namespace touchstone::guard
