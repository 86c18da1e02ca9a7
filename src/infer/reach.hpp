// What a tool reaches: where its input may go, where its output comes from, and whether that is a
// world with an end.
#pragma once

#include "infer/ballot.hpp"
#include "infer/effect.hpp"
#include "infer/reading.hpp"

namespace touchstone::infer {

// openWorldHint, inputMetadata.destination, returnMetadata.source.
void infer_reach(const Reading& reading, const Effect& effect, Findings& out);

}  // namespace touchstone::infer
