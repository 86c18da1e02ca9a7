// The record of a decision: what was decided, by which rules, on which facts. Pure.
//
// Values of arguments stand in it as digests unless a rule says `audit: full`; secrets always do
// (veil.hpp). With `audit: none` only that it happened.
#pragma once

#include <string_view>

#include "guard/case.hpp"
#include "store/decision.hpp"

namespace touchstone::guard {

enum class Outcome : std::uint8_t { kForwarded, kRefused, kDelivered, kChanged, kWithheld };
[[nodiscard]] std::string_view name_of(Outcome outcome);  // "forwarded", "refused", …

// Of the call, before it is made or instead of it.
[[nodiscard]] store::DecisionRecord record_of_call(const Case& one, Outcome outcome,
                                                   store::Time now);
// Of what was done with its result, if any rule spoke of it.
[[nodiscard]] store::DecisionRecord record_of_result(const Case& one, Outcome outcome,
                                                     store::Time now);

}  // namespace touchstone::guard
