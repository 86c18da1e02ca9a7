// What people and policy ask of a profile: tier, legs of the lethal trifecta, and risk.
//
// All three are monotone: raising any field to a riskier value never lowers them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/profile.hpp"

namespace touchstone::model {

enum class Tier : std::uint8_t { kRead, kWrite, kDestructive };
enum class Risk : std::uint8_t { kLow, kElevated, kHigh, kCritical };

[[nodiscard]] std::string_view name_of(Tier tier);
[[nodiscard]] std::string_view name_of(Risk risk);

// Destructive unless shown otherwise.
[[nodiscard]] Tier tier_of(const Profile& profile);

struct Legs {
  bool reads_private = false;    // returns internal, personal or otherwise sensitive data
  bool reads_untrusted = false;  // returns content that an attacker may have written
  bool sends_out = false;        // can carry data to the outside
  friend bool operator==(const Legs&, const Legs&) = default;
};

[[nodiscard]] Legs legs_of(const Profile& profile);

// A rule of the risk table that applies to a profile.
struct RiskReason {
  Risk at_least;
  std::string_view because;
};

struct RiskVerdict {
  Risk risk = Risk::kLow;
  bool managed_execution = false;   // slow and heavy: wants a queue, progress and caps
  std::vector<RiskReason> reasons;  // strongest first; never empty
};

[[nodiscard]] Risk risk_of(const Profile& profile);
[[nodiscard]] RiskVerdict explain_risk(const Profile& profile);

// The whole table, for the documentation.
[[nodiscard]] std::vector<RiskReason> risk_table();

}  // namespace touchstone::model
