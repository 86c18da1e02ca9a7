// The bytes and headers of a client's request as a server gets them.
#pragma once

#include "gateway/errand.hpp"
#include "mcp/translate.hpp"

namespace touchstone::gateway {

// What is wrong with the headers of a modern client's tool call, or nothing. Waits only if the
// server's tool list is not known yet.
[[nodiscard]] Task<std::string> header_fault(const face::Request& request, const Errand& errand,
                                             LanePtr lane);

// Waits only if a modern server's tool list is needed to know which arguments its headers repeat.
[[nodiscard]] Task<upstream::Outgoing> outgoing(const face::Request& request, const Errand& errand,
                                                LanePtr lane, std::optional<std::string> state,
                                                std::string responses);

}  // namespace touchstone::gateway
