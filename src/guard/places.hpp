// Places: what the arguments of a call read or write, so that a label can stay with it.
//
// When a session that has seen something writes to a path, URI or id, the place keeps the session's
// label, and reading it again, in this session or another, brings the label along. What counts is
// an argument that is a path, a URL or an id as a whole, by its shape or by its parameter's name;
// place_name.hpp says in which spelling. What a call that writes moves or copies takes its label
// along: of several places each gets what is known of the others. Pure.
#pragma once

#include <vector>

#include "flow/flows.hpp"
#include "guard/subject.hpp"
#include "store/memory.hpp"

namespace touchstone::guard {

inline constexpr std::size_t kMaxPlaces = 64;  // of one call

[[nodiscard]] std::vector<store::Location> places_of(const Subject& subject,
                                                     const flow::Flows& flows);

}  // namespace touchstone::guard
