// A link over Streamable HTTP, for both eras: one POST for each message.
//
// The answer is JSON, or an event stream that ends with it; what comes on that stream before is
// handed to the listener as related to the call. abandon() closes the call's connection, which in
// the modern era is the cancellation itself.
//
// Legacy: the Mcp-Session-Id that came with the answer to `initialize` goes with everything after
// it; begin_session() opens the GET stream, which is opened again, later and later, when it breaks
// or is refused for the time being (408, 429, 5xx; 405 and other refusals: the server has none,
// but 404 where there was one before means that the session is lost); a call's stream that ends
// early is resumed by Last-Event-ID where the server gave ids, after the pause it asked for; a 404
// means the session is lost, which ends the link. close() sends DELETE and tells the listener when
// that is done.
//
// Refused with words that say so: redirects, other content types, answers larger than maxMessage or
// that cannot be read; an event that cannot be read is passed over unless it was to answer its
// call. A refusal whose body is a JSON-RPC error for the call (modern servers send those with 400
// and 404) is delivered as the answer it is.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "upstream/context.hpp"
#include "upstream/hearing.hpp"
#include "upstream/link.hpp"

namespace touchstone::upstream {

// Connects when the first message is sent. Fails if the url or the headers cannot be used.
[[nodiscard]] base::Result<std::unique_ptr<Link>> open_http(const config::Server& server,
                                                            std::shared_ptr<Hearing> hearing,
                                                            const Context& context);

}  // namespace touchstone::upstream
