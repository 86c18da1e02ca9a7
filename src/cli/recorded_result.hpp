// The facts of a result, from what its record says came back. Pure.
//
// FactBook::add (guard/facts.hpp) makes them of the label, the finds, the size and whether it is an
// error; guard/record.cpp writes just these.
#pragma once

#include <optional>

#include "tree/node.hpp"

namespace touchstone::cli {

// A map of facts; `call` has those of the call. Nothing: its label was not recorded (`audit:
// none`). What a result claimed of itself beyond its label is not on record.
[[nodiscard]] std::optional<tree::Node> facts_of_result(const tree::Node& came,
                                                        const tree::Node& call);

}  // namespace touchstone::cli
