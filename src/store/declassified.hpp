// What the decision of a person says who took something from a label: the same of sessions and of
// places, and for every engine. Pure.
#pragma once

#include "store/decision.hpp"
#include "store/location.hpp"
#include "store/session.hpp"

namespace touchstone::store {

[[nodiscard]] DecisionRecord record_of(const Declassification& change, const Session& session);
[[nodiscard]] DecisionRecord record_of(const PlaceDeclassification& change,
                                       const Relabelled& relabelled);

}  // namespace touchstone::store
