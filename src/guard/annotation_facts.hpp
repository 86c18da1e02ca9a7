// Facts of what requests and results say of themselves in `_meta.annotations`, joined with what we
// know: request.annotations.… and response.annotations.…
//
// What warns counts whoever says it, what reassures only from a trusted server. Where nothing is
// said nothing is allocated. The loop's thread.
#pragma once

#include "guard/facts.hpp"

namespace touchstone::guard {

// What the client says its context contains, and what we know it does.
void fill_context(CallFacts& into, const Before& before);
// What a result says it is, and what we know it is. The facts of its tool are there.
void fill_outcome(CallFacts& into, const After& after);

}  // namespace touchstone::guard
