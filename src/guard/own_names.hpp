// Own names: what a server listed of its things, brought back to it.
//
// A path that `git_status` shows and `git_add` is given names a file of that server, and nothing
// leaves by it. The same path in prose, or brought to another server, is a destination as any; so
// is whatever an instruction named. A link is the name of a page only to a tool that says it
// reaches no open world. Pure.
#pragma once

#include "flow/flows.hpp"
#include "flow/memory.hpp"
#include "guard/subject.hpp"

namespace touchstone::guard {

// Says of each value of the flows whether it is one (flow::Carried::own).
void mark_own_names(flow::Flows& flows, const Subject& subject, const flow::Memory& memory);

}  // namespace touchstone::guard
