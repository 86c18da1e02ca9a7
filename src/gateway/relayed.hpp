// Notifications of a server that belong to one call, on their way to whoever made it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "face/handler.hpp"

namespace touchstone::gateway {

// What it gets to hear; nothing: not this. Progress gets the client's own token, and is dropped if
// it gave none. A modern client gets log messages only from the level it asked for in this request.
[[nodiscard]] std::optional<std::string> text_for_call(const rpc::Message& notification,
                                                       mcp::Era client, std::string_view progress,
                                                       std::string_view log_level);

}  // namespace touchstone::gateway
