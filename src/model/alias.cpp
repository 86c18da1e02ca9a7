#include "model/alias.hpp"

#include <string>
#include <vector>

namespace touchstone::model {
namespace {

// Everything but `public`, as a possible set.
constexpr ChoiceSet kStaysInside = ChoiceSet(Destination::kEphemeral) |
                                   ChoiceSet(Destination::kSystem) | ChoiceSet(Destination::kUser) |
                                   ChoiceSet(Destination::kInternal);

std::vector<AliasRule> make_rules() {
  return {
      {"egressHint", true, Field::kDestination, ChoiceSet(Destination::kPublic)},
      {"egressHint", false, Field::kDestination, kStaysInside},
      {"sensitiveHint", true, Field::kSensitiveData, true},
      {"sensitiveHint", false, Field::kSensitiveData, false},
      // Private says whose data it is, not where it came from: a class, so that it does not rule
      // out that a private mailbox holds untrusted mail.
      {"privateHint", true, Field::kReturnSensitivity, DataClasses(DataClass::kUser)},
      {"secretHint", true, Field::kReturnSensitivity, DataClasses(DataClass::kCredentials)},
      {"secretHint", true, Field::kSensitiveData, true},
      {"unsafeOutputHint", true, Field::kSource, ChoiceSet(Origin::kUntrustedPublic)},
      {"trustedHint", false, Field::kSource, ChoiceSet(Origin::kUntrustedPublic)},
  };
}

}  // namespace

const AliasSpec* find_alias(std::string_view name) {
  for (const auto& alias : kAliases) {
    if (alias.name == name) return &alias;
  }
  return nullptr;
}

const AliasSpec* find_meta_alias(std::string_view name) {
  if (name.empty() || name.front() < 'A' || name.front() > 'Z') return find_alias(name);
  std::string lower(name);
  lower.front() = static_cast<char>(lower.front() - 'A' + 'a');
  return find_alias(lower);
}

std::optional<bool> level(std::string_view word) {
  if (word == "high" || word == "medium") return true;
  if (word == "low") return false;
  return std::nullopt;
}

std::span<const AliasRule> alias_rules() {
  static const std::vector<AliasRule> kRules = make_rules();
  return kRules;
}

}  // namespace touchstone::model
