// Facts in records: what is left out when they are written, and put back when they are read.
//
// Most of what is known of a tool's evidence is that there is none, or that it is certain, and of a
// call that it carries nothing and that nothing was seen: the same each time, and half of a record.
// Only what is known of every tool, call or result is put back; other facts that are absent stay
// so. Pure; any thread.
#pragma once

#include "policy/facts.hpp"
#include "policy/leaf.hpp"

namespace touchstone::policy {

// Of a tool: the evidence of fields that rest on the specification's defaults, and confidence that
// is full.
void leave_out_defaults(Facts& facts);
// Of a call and its result: what is false, or nought.
void leave_out_usual(Facts& facts);
void put_back_defaults(Facts& facts);  // both

// It asks for values of the arguments, which a record may have as digests.
[[nodiscard]] bool asks_for_values(const Condition& condition);
// The facts that are such values besides the arguments themselves.
[[nodiscard]] std::span<const FactId> facts_of_values();

}  // namespace touchstone::policy
