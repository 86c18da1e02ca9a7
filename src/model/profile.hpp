// Profile: a tool's effective annotations, one answer per field, each with the evidence behind it.
//
// A value: it copies and compares, and never changes after fold() made it.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "model/evidence.hpp"
#include "model/field.hpp"

namespace touchstone::model {

struct FieldState {
  Value value;
  Source source = Source::kDefault;  // who decided
  float confidence = 1.0F;
  // Nobody spoke of this field, but it follows from what was said of that one.
  std::optional<Field> implied_by = std::nullopt;

  friend bool operator==(const FieldState&, const FieldState&) = default;
};

class Profile {
 public:
  using States = std::array<FieldState, kFieldCount>;

  Profile() = default;  // nothing stated, no defaults: a place for a profile to come
  Profile(States states, std::vector<Evidence> evidence)
      : states_(std::move(states)), evidence_(std::move(evidence)) {}

  [[nodiscard]] const FieldState& operator[](Field field) const {
    return states_[static_cast<std::size_t>(field)];
  }
  // The flag's effective value; nothing when there is no claim.
  [[nodiscard]] std::optional<bool> flag(Field field) const;
  [[nodiscard]] bool is_true(Field field) const { return flag(field) == true; }
  [[nodiscard]] ChoiceSet choices(Field field) const;           // empty when there is no claim
  [[nodiscard]] const DataClasses& classes(Field field) const;  // empty when there is no claim
  // Somebody said something about this very field: the value rests neither on the default nor on
  // what follows from another field.
  [[nodiscard]] bool stated(Field field) const {
    return (*this)[field].source != Source::kDefault && !(*this)[field].implied_by;
  }

  [[nodiscard]] std::span<const Evidence> evidence() const { return evidence_; }
  [[nodiscard]] std::vector<Evidence> evidence_for(Field field) const;
  // Evidence that says something else than the effective value.
  [[nodiscard]] std::vector<Evidence> dissent(Field field) const;

  friend bool operator==(const Profile&, const Profile&) = default;

 private:
  States states_;
  std::vector<Evidence> evidence_;
};

}  // namespace touchstone::model
