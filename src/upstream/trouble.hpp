// Making LinkErrors.
#pragma once

#include <string>
#include <utility>

#include "upstream/link.hpp"

namespace touchstone::upstream {

[[nodiscard]] inline LinkError trouble(Trouble kind, base::Error error) {
  return {kind, std::move(error), 0, {}};
}
[[nodiscard]] inline LinkError trouble(Trouble kind, std::string what, std::string where,
                                       std::string remedy = {}) {
  return {kind, {std::move(what), std::move(where), std::move(remedy)}, 0, {}};
}
[[nodiscard]] inline LinkError timed_out(const std::string& server, net::Duration after) {
  return trouble(Trouble::kTimeout, "no answer within " + std::to_string(after.count()) + " ms",
                 server, "raise its callTimeout if it needs longer");
}
// The call was made, and what came of it will never be known.
[[nodiscard]] inline LinkError unreadable(const std::string& why, const std::string& server) {
  return trouble(Trouble::kProtocol, "its answer could not be read: " + why, server);
}
[[nodiscard]] inline LinkError cancelled(const std::string& server) {
  return trouble(Trouble::kCancelled, "nobody waits for the answer any more", server);
}

}  // namespace touchstone::upstream
