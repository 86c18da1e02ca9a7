// Facts in records: what is left out when they are written, and put back when they are read.
//
// Most of what is known of a tool's evidence is that there is none, or that it is certain, which is
// the same for every field and would be half of a record. Only what a record has of a tool is put
// back; other facts that are absent stay so. Pure; any thread.
#pragma once

#include "policy/facts.hpp"
#include "policy/leaf.hpp"

namespace touchstone::policy {

// The evidence of fields that rest on the specification's defaults, and confidence that is full.
void leave_out_defaults(Facts& facts);
void put_back_defaults(Facts& facts);

// It asks for values of the arguments, which a record may have as digests.
[[nodiscard]] bool asks_for_values(const Condition& condition);
// The facts that are such values besides the arguments themselves.
[[nodiscard]] bool is_fact_of_values(FactId id);

}  // namespace touchstone::policy
