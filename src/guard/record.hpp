// The record of a decision: what was decided, by which rules, on which facts. Pure.
//
// Values of arguments stand in it as digests unless a rule says `audit: full`; secrets always do
// (veil.hpp). With `audit: none` only that it happened.
#pragma once

#include <optional>
#include <string_view>

#include "guard/case.hpp"
#include "store/decision.hpp"

namespace touchstone::guard {

enum class Outcome : std::uint8_t { kForwarded, kRefused, kDelivered, kChanged, kWithheld };
[[nodiscard]] std::string_view name_of(Outcome outcome);  // "forwarded", "refused", …

// Of the call, before it is made or instead of it; or, once it has come back, with what was done
// with its result.
[[nodiscard]] store::DecisionRecord record_of_call(const Case& one, Outcome outcome,
                                                   store::Time now,
                                                   std::optional<Outcome> result = {});
// Of what was done with its result. Facts stand in it only if a rule spoke of them, or the call has
// no record; else they are those of the call's record, and what follows from what came: its label,
// size and whether it is an error, and `detections`.
[[nodiscard]] store::DecisionRecord record_of_result(const Case& one, Outcome outcome,
                                                     store::Time now);

}  // namespace touchstone::guard
