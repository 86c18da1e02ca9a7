// Purpose: what the description of a parameter says that its value is for.
//
// "The issue to update" tells of a change where the tool's own words do not; "any question about
// the product" tells of an answer.
#pragma once

#include "infer/ballot.hpp"
#include "infer/reading.hpp"

namespace touchstone::infer {

// Adds what it finds to the ballot on whether the tool does more than read.
void weigh_purposes(const Reading& reading, Ballot& writes);

}  // namespace touchstone::infer
