#include "model/derive.hpp"

#include <algorithm>
#include <array>

namespace touchstone::model {
namespace {

struct RiskRule {
  RiskReason reason;
  bool (*applies)(const Profile&);
};

// By SEP-1984's flag or by SEP-1913's classes, whichever speaks.
bool is_sensitive(const Profile& profile) {
  return profile.is_true(Field::kSensitiveData) ||
         profile.classes(Field::kInputSensitivity).confidential() ||
         profile.classes(Field::kReturnSensitivity).confidential();
}

bool is_benign(const Profile& profile) {
  return profile.choices(Field::kOutcomes) == ChoiceSet(Outcome::kBenign);
}

// The tiers set the ground; the combinations of SEP-1984 and SEP-1938 are floors above it. "One
// step lower" for reversible writes works on the ground only: being able to undo a backup does not
// make root access to personal data a smaller matter.
constexpr std::array kRules{
    RiskRule{
        {Risk::kCritical, "handles sensitive data with elevated privileges"},
        [](const Profile& p) { return is_sensitive(p) && p.is_true(Field::kPrivilegedAccess); }},
    RiskRule{{Risk::kCritical, "acts on its own and may destroy"},
             [](const Profile& p) {
               return p.is_true(Field::kAgency) && tier_of(p) == Tier::kDestructive;
             }},
    RiskRule{{Risk::kHigh, "gives sensitive data to AI processing"},
             [](const Profile& p) { return is_sensitive(p) && p.is_true(Field::kAiProcessing); }},
    RiskRule{{Risk::kHigh, "may destroy"},
             [](const Profile& p) { return tier_of(p) == Tier::kDestructive; }},
    RiskRule{{Risk::kHigh, "may do what cannot be undone"},
             [](const Profile& p) {
               return p.choices(Field::kOutcomes).intersects(Outcome::kIrreversible);
             }},
    RiskRule{{Risk::kHigh, "may carry malicious content"},
             [](const Profile& p) { return p.is_true(Field::kMaliciousActivity); }},
    RiskRule{{Risk::kElevated, "returns credentials"},
             [](const Profile& p) {
               return p.classes(Field::kReturnSensitivity).has(DataClass::kCredentials);
             }},
    RiskRule{{Risk::kElevated, "acts on its own"},
             [](const Profile& p) { return p.is_true(Field::kAgency); }},
    RiskRule{{Risk::kElevated, "writes"},
             [](const Profile& p) {
               return tier_of(p) == Tier::kWrite && !p.is_true(Field::kReversible) && !is_benign(p);
             }},
    RiskRule{{Risk::kLow, "writes without destroying, and can be undone"},
             [](const Profile& p) {
               return tier_of(p) == Tier::kWrite && p.is_true(Field::kReversible);
             }},
    RiskRule{{Risk::kLow, "writes without lasting effect"},
             [](const Profile& p) { return tier_of(p) == Tier::kWrite && is_benign(p); }},
    RiskRule{{Risk::kLow, "only reads"},
             [](const Profile& p) { return tier_of(p) == Tier::kRead; }},
};
static_assert(std::ranges::is_sorted(kRules, [](const RiskRule& a, const RiskRule& b) {
  return a.reason.at_least > b.reason.at_least;
}));

}  // namespace

std::string_view name_of(Tier tier) {
  constexpr std::array<std::string_view, 3> kNames{"read", "write", "destructive"};
  return kNames[static_cast<std::size_t>(tier)];
}

std::string_view name_of(Risk risk) {
  constexpr std::array<std::string_view, 4> kNames{"low", "elevated", "high", "critical"};
  return kNames[static_cast<std::size_t>(risk)];
}

Tier tier_of(const Profile& profile) {
  // Read-only already makes an undeclared destructiveHint false (fold.hpp); if it is true all the
  // same, somebody says that the tool destroys.
  if (profile.flag(Field::kDestructive) != false) return Tier::kDestructive;
  return profile.is_true(Field::kReadOnly) ? Tier::kRead : Tier::kWrite;
}

// Inference may tell that a tool has a leg, never that it has not: words are not a wall.
Legs legs_of(const Profile& profile) {
  const auto inferred = [&](Field field) { return profile[field].source == Source::kInferred; };
  const auto rules_out = [&](Field field) {
    return !profile.choices(field).empty() && !inferred(field);
  };
  const auto source = profile.choices(Field::kSource);
  const auto destination = profile.choices(Field::kDestination);
  const bool says_open = profile.is_true(Field::kOpenWorld) && profile.stated(Field::kOpenWorld);
  const bool open = profile.is_true(Field::kOpenWorld) || inferred(Field::kOpenWorld);
  // openWorldHint mixes reading untrusted input with sending data out. Where the metadata speaks,
  // it is the more precise; an explicit open world still taints what is read.
  return {
      .reads_private = profile.is_true(Field::kSensitiveData) ||
                       profile.classes(Field::kReturnSensitivity).sensitive() ||
                       source.intersects(ChoiceSet(Origin::kInternal) | Origin::kUser),
      .reads_untrusted = source.intersects(Origin::kUntrustedPublic) ||
                         profile.is_true(Field::kMaliciousActivity) || says_open ||
                         (open && !rules_out(Field::kSource)),
      .sends_out =
          destination.intersects(Destination::kPublic) || (open && !rules_out(Field::kDestination)),
  };
}

Risk risk_of(const Profile& profile) {
  for (const auto& rule : kRules) {
    if (rule.applies(profile)) return rule.reason.at_least;
  }
  return Risk::kLow;
}

RiskVerdict explain_risk(const Profile& profile) {
  RiskVerdict verdict;
  for (const auto& rule : kRules) {
    if (rule.applies(profile)) verdict.reasons.push_back(rule.reason);
  }
  if (!verdict.reasons.empty()) verdict.risk = verdict.reasons.front().at_least;
  verdict.managed_execution =
      profile.is_true(Field::kSlowExecution) && profile.is_true(Field::kResourceIntensive);
  return verdict;
}

std::vector<RiskReason> risk_table() {
  std::vector<RiskReason> table;
  for (const auto& rule : kRules) table.push_back(rule.reason);
  return table;
}

}  // namespace touchstone::model
