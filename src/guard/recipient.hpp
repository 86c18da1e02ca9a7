// Whom a message goes to: somebody in particular, or whoever reads a channel.
//
// Only that is said here, and not whether they should have it: who named them is the matter of
// flow.destination, what they get of flow.classes. A wrong yes would let something become public,
// a wrong no costs a question; so whatever is in doubt is a no. Pure.
#pragma once

#include "flow/flows.hpp"
#include "flow/memory.hpp"
#include "guard/subject.hpp"

namespace touchstone::guard {

// An argument is an address of somebody's: of mail, an account, a phone.
[[nodiscard]] bool is_addressed(const flow::Flows& flows);
// Or a message goes to nobody but whom its own server has recorded: a patient, a student.
[[nodiscard]] bool is_to_somebody(const Subject& subject, const flow::Flows& flows,
                                  const flow::Memory& memory);

}  // namespace touchstone::guard
