// What a tool does to the world: does it write, does it destroy, can it be repeated or undone.
#pragma once

#include "infer/ballot.hpp"
#include "infer/money.hpp"
#include "infer/reading.hpp"

namespace touchstone::infer {

// What the other rules need to know of it.
struct Effect {
  Ballot writes;            // carried: it does not only read
  Ballot destroys;          // carried: it may delete or overwrite; only weighed for what writes
  Act act = Act::kUnknown;  // the main one
  bool spends = false;      // money leaves with it

  [[nodiscard]] bool reads() const { return !writes.empty() && !writes.carried(); }
  // It reads, or can be asked to, or nobody knows; a plain write returns no more than its receipt.
  [[nodiscard]] bool may_read(const Reading& reading) const;
};

[[nodiscard]] Ballot weigh_writing(const Reading& reading);  // effect_writes.cpp
// effect_destroys.cpp
[[nodiscard]] Ballot weigh_destruction(const Reading& reading,
                                       const std::optional<LeavingMoney>& money);
[[nodiscard]] Effect weigh_effect(const Reading& reading);

// readOnlyHint, destructiveHint, idempotentHint, reversibleHint, inputMetadata.outcomes.
void infer_effect(const Reading& reading, const Effect& effect, Findings& out);

}  // namespace touchstone::infer
