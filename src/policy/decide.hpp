// decide(): a policy and facts in, a decision out.
//
// Pure: no clock, no state. A Decision that is used again and again allocates nothing once its
// lists have grown; it points to rules of the policy, which must outlive it. One thread at a time
// each.
#pragma once

#include <optional>
#include <vector>

#include "policy/policy.hpp"

namespace touchstone::policy {

struct Decision {
  Effect effect = Effect::kAllow;  // of the strongest rule that fired; allow if none did
  // Of all rules that fired: the most is recorded, the shortest time given, the strictest yes
  // asked. Limits and channels to notify stand in the rules themselves, since each counts for
  // itself.
  std::optional<Audit> audit;
  std::optional<std::chrono::milliseconds> timeout;
  Confirm confirm = Confirm::kYes;
  std::vector<const Rule*> fired;    // in the order of the policy
  std::vector<const Rule*> shadow;   // would have fired, but are only reported
  Effect would_be = Effect::kAllow;  // the effect if the shadow rules counted too
};

void decide(const Policy& policy, Phase phase, const Facts& facts, Decision& into);
[[nodiscard]] Decision decide(const Policy& policy, Phase phase, const Facts& facts);

// As JSON: effect, modifiers, rules with their texts. Keys stand in order, for records.
void write(json::Writer& out, const Decision& decision);

}  // namespace touchstone::policy
