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

// The place of a cue in words: "name", "description", "parameter `to`".
[[nodiscard]] std::string place_in_words(const Reading& reading, Spot spot, const Hit& hit);

}  // namespace touchstone::infer
