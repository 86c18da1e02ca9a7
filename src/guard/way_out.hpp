// Whether a request takes what it carries elsewhere.
//
// Of a tool its profile says whether it sends out. A resource is read by its URI, prompts and
// completions have arguments, and a server does with them what it likes: what is written into them
// has left. That is a way out where the URI is an address in the open world that its server never
// named, or where they carry private data or an attack to another server than the one it came from.
// Reading what a server lists, or what it has told of, is none. Of a tool the latter is a fact of
// its own: people have tools of several servers work together. Pure.
#pragma once

#include "flow/memory.hpp"
#include "guard/subject.hpp"
#include "model/label.hpp"

namespace touchstone::guard {

// Did the subject's server give it?
[[nodiscard]] bool is_of(const flow::Source& source, const Subject& subject);

// A resource is asked for by an address that anybody may have, and that its server never named.
[[nodiscard]] bool goes_to_open_world(const Subject& subject, const flow::Flows& flows,
                                      const flow::Memory& memory);
// Something private, or an attack, goes to another server than the one it came from. `finds`:
// classes of data that the detectors found and the session was given; `given`: its label, which
// says what a memory had that is lost.
[[nodiscard]] bool goes_elsewhere(const Subject& subject, const flow::Flows& flows,
                                  const flow::Memory& memory, const model::Label& given,
                                  const model::DataClasses& finds);

}  // namespace touchstone::guard
