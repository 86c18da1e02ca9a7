// Losses: what is gone after a change, without a verb that says so.
//
// "Move a file; an existing file is replaced", "approve a deletion", "cancel a subscription": the
// verb adjusts something, and what stands around it tells that something else ends.
#pragma once

#include <optional>

#include "infer/reading.hpp"
#include "infer/stakes.hpp"

namespace touchstone::infer {

// What the description says becomes of what was there before.
[[nodiscard]] std::optional<Stake> find_told_loss(const Reading& reading);
// A verb that ends what it is done to, or commits somebody to it.
[[nodiscard]] std::optional<Stake> find_ending(const Reading& reading);

}  // namespace touchstone::infer
