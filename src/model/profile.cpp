#include "model/profile.hpp"

namespace touchstone::model {

std::optional<bool> Profile::flag(Field field) const {
  const auto* flag = std::get_if<bool>(&(*this)[field].value);
  return flag != nullptr ? std::optional(*flag) : std::nullopt;
}

ChoiceSet Profile::choices(Field field) const {
  const auto* set = std::get_if<ChoiceSet>(&(*this)[field].value);
  return set != nullptr ? *set : ChoiceSet(spec(field).vocabulary.value_or(Vocabulary::kSource));
}

const DataClasses& Profile::classes(Field field) const {
  static const DataClasses kEmpty;
  const auto* classes = std::get_if<DataClasses>(&(*this)[field].value);
  return classes != nullptr ? *classes : kEmpty;
}

std::vector<Evidence> Profile::evidence_for(Field field) const {
  std::vector<Evidence> out;
  for (const auto& item : evidence_) {
    if (item.field == field) out.push_back(item);
  }
  return out;
}

std::vector<Evidence> Profile::dissent(Field field) const {
  std::vector<Evidence> out;
  for (const auto& item : evidence_) {
    if (item.field == field && item.value != (*this)[field].value) out.push_back(item);
  }
  return out;
}

}  // namespace touchstone::model
