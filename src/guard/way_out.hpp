// Whether a request that calls no tool takes what it carries elsewhere.
//
// Of a tool its profile says whether it sends out. A resource is read by its URI, prompts and
// completions have arguments, and a server does with them what it likes: what is written into them
// has left. That is a way out where the URI is an address in the open world that its server never
// named, or where they carry private data or an attack to another server than the one it came from.
// Reading what a server lists, or what it has told of, is none. Pure.
#pragma once

#include "flow/memory.hpp"
#include "guard/subject.hpp"

namespace touchstone::guard {

// Did the subject's server give it?
[[nodiscard]] bool is_of(const flow::Source& source, const Subject& subject);

[[nodiscard]] bool goes_out(const Subject& subject, const flow::Flows& flows,
                            const flow::Memory& memory);

}  // namespace touchstone::guard
