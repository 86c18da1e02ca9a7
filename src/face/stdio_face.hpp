// StdioFace: one client over a pair of pipes or a Unix socket, a message a line, either era.
//
// Each request runs in a coroutine of its own, so a slow one holds up no other. run() ends when the
// client closes its side or breaks off; requests that are still being answered are cancelled. A
// client too many is told so and let go.
#pragma once

#include <memory>
#include <string>

#include "base/random.hpp"
#include "face/handler.hpp"
#include "face/options.hpp"
#include "net/stream.hpp"

namespace touchstone::face {

// What `touchstone connect` says before anything of its client: which of an agent's sessions this
// is, by 128 random bits in hexadecimal (params.marker). A notification, so that a gateway that
// does not know it goes on without.
inline constexpr std::string_view kSessionNotice = "notifications/dev.touchstone/session";

struct StdioOptions {
  Limits limits;
  std::string route = "/mcp";
  std::string principal = "local";
  // Those who share the limits on connections and requests in flight; none: there is only this one.
  CrowdPtr crowd;
  // The first line may be kSessionNotice; one that is not as it must be ends the connection.
  bool hears_marker = false;
};

// `handler`, `loop` and `random` must outlive the task and what it started.
[[nodiscard]] net::Task<void> serve_stdio(net::Loop& loop, net::StreamPtr stream, Handler& handler,
                                          base::Random& random, StdioOptions options);

}  // namespace touchstone::face
