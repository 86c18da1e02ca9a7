// Facts in records: what is left out when they are written, and put back when they are read.
//
// Most of what is known of a tool's evidence is that there is none, or that it is certain, and of a
// call that it carries nothing and that nothing was seen: the same each time, and half of a record.
// Only what is known of every tool, call or result is put back; other facts that are absent stay
// so. Pure; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "policy/facts.hpp"
#include "policy/leaf.hpp"

namespace touchstone::policy {

// Of a tool: the evidence of fields that rest on the specification's defaults, and confidence that
// is full.
void leave_out_defaults(Facts& facts);
// Of a call and its result: what is false, or nought.
void leave_out_usual(Facts& facts);
void put_back_defaults(Facts& facts);  // both

// What a record has of the arguments: all, all but some texts with digests in the place of secrets,
// or a digest of the whole.
enum class Kept : std::uint8_t { kAll, kSome, kNone };

// It asks for values of the arguments, which a record may have as digests.
[[nodiscard]] bool asks_for_values(const Condition& condition);
// As Condition::holds(), of facts that were recorded. Nothing: it hangs on what was not. What is
// false together with anything is false, what is true or anything is true.
[[nodiscard]] std::optional<bool> holds_as_recorded(const Condition& condition, const Facts& facts,
                                                    Kept arguments);
// The facts that are such values besides the arguments themselves.
[[nodiscard]] std::span<const FactId> facts_of_values();

}  // namespace touchstone::policy
