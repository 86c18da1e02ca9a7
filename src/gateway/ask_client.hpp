// ask_client(): a modern server's questions (inputRequests) as real requests to a legacy client.
#pragma once

#include <string>

#include "gateway/checkpoint.hpp"

namespace touchstone::gateway {

// The raw inputResponses, "" if nothing was asked; or what the client's own request is answered
// with, since a question went unanswered or carries an attack. `task` is the id of the legacy task
// that the questions belong to, if they belong to one. `request` and the questions live until the
// task is done.
[[nodiscard]] Task<tl::expected<std::string, face::Answer>> ask_client(
    Checkpoint& checkpoint, face::Request& request, const Errand& errand, json::View questions,
    net::Duration timeout, std::string task = {});

}  // namespace touchstone::gateway
