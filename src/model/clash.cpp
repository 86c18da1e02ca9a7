#include "model/clash.hpp"

namespace touchstone::model {
namespace {

constexpr Statement says(Field field, bool value) {
  return {field, Statement::Test::kIs, static_cast<std::uint8_t>(value ? 1 : 0)};
}
constexpr Statement may_be(Field field, ChoiceSet members) {
  return {field, Statement::Test::kMayBe, members.bits()};
}
constexpr Statement only(Field field, ChoiceSet members) {
  return {field, Statement::Test::kIsOnly, members.bits()};
}
constexpr Statement sensitive(Field field) { return {field, Statement::Test::kIsSensitive, 0}; }

constexpr ChoiceSet kLasting = ChoiceSet(Outcome::kConsequential) | Outcome::kIrreversible;

constexpr std::array kClashes{
    Clash{says(Field::kReadOnly, true), says(Field::kDestructive, true),
          "says that it only reads and that it may destroy"},
    Clash{says(Field::kReadOnly, true), may_be(Field::kOutcomes, kLasting),
          "says that it only reads, but its outcomes include lasting change"},
    Clash{says(Field::kReversible, true), may_be(Field::kOutcomes, Outcome::kIrreversible),
          "says that it can be undone, but its outcomes include irreversible"},
    Clash{says(Field::kReversible, false), only(Field::kOutcomes, Outcome::kConsequential),
          "says that it cannot be undone, but consequential means that it can"},
    Clash{says(Field::kDestructive, true), only(Field::kOutcomes, Outcome::kBenign),
          "says that it may destroy, but its only outcome is benign"},
    Clash{says(Field::kOpenWorld, false), may_be(Field::kDestination, Destination::kPublic),
          "says that its world is closed, but its input may go to a public destination"},
    Clash{says(Field::kOpenWorld, false), may_be(Field::kSource, Origin::kUntrustedPublic),
          "says that its world is closed, but it may return untrusted public content"},
    Clash{says(Field::kSensitiveData, false), sensitive(Field::kInputSensitivity),
          "says that it handles no sensitive data, but accepts sensitive classes"},
    Clash{says(Field::kSensitiveData, false), sensitive(Field::kReturnSensitivity),
          "says that it handles no sensitive data, but returns sensitive classes"},
    Clash{says(Field::kAgency, true), says(Field::kAiProcessing, false),
          "says that it acts as an agent and that no AI is involved"},
};

bool is_confidential(const Value& declared) {
  const auto* classes = std::get_if<DataClasses>(&declared);
  return classes != nullptr && classes->confidential();
}

}  // namespace

bool Statement::holds(const Value& declared) const {
  if (test == Test::kIsSensitive) return is_confidential(declared);
  if (const auto* flag = std::get_if<bool>(&declared)) {
    return test == Test::kIs && *flag == (operand != 0);
  }
  const auto* set = std::get_if<ChoiceSet>(&declared);
  if (set == nullptr) return false;
  const ChoiceSet members(set->vocabulary(), operand);
  return test == Test::kMayBe ? set->intersects(members)
                              : test == Test::kIsOnly && members.includes(*set);
}

std::span<const Clash> clashes() { return kClashes; }

}  // namespace touchstone::model
