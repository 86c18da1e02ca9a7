// How a tool works: with AI, on its own, with privileges, slowly, heavily; and what data it
// handles.
#pragma once

#include "infer/ballot.hpp"
#include "infer/effect.hpp"
#include "infer/reading.hpp"

namespace touchstone::infer {

// aiProcessingHint, agencyHint, privilegedAccessHint, slowExecutionHint, resourceIntensiveHint.
void infer_conduct(const Reading& reading, const Effect& effect, Findings& out);

// inputMetadata.sensitivity, returnMetadata.sensitivity, sensitiveDataHint.
void infer_data(const Reading& reading, const Effect& effect, Findings& out);

}  // namespace touchstone::infer
