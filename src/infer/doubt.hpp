// Doubt: what keeps a verb that reads from being believed.
//
// Many such verbs mean something else in somebody's trade: to offer a refund is to promise it, to
// check a guest out is to bill them, to list a house is to sell it. Nothing that writes may pass
// for a look because of its name, so where the description, the parameters or the place of the verb
// speak of a deed, the verb's promise is taken back.
#pragma once

#include "infer/ballot.hpp"
#include "infer/reading.hpp"

namespace touchstone::infer {

// Adds to the ballot on whether the tool does more than read; never in favour of reading.
void weigh_doubts(const Reading& reading, Ballot& writes);

}  // namespace touchstone::infer
