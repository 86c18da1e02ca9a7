// A link over the HTTP+SSE transport of 2024-11-05: a GET opens one event stream on which
// everything the server says arrives; its first event names the endpoint to which messages are
// posted.
//
// The endpoint must be of the same origin as the url: whoever can write one event shall not choose
// where our headers go. When the stream ends the link has ended; there is no resuming. An event
// that cannot be read ends the call that it was to answer, if that can be told.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "upstream/context.hpp"
#include "upstream/hearing.hpp"
#include "upstream/interrupt.hpp"
#include "upstream/link.hpp"

namespace touchstone::upstream {

// Returns when the endpoint is known, or why not, within `timeout` and unless interrupted.
[[nodiscard]] Task<LinkResult<std::unique_ptr<Link>>> open_sse(const config::Server& server,
                                                               std::shared_ptr<Hearing> hearing,
                                                               Context context,
                                                               net::Duration timeout,
                                                               Interrupt& interrupt);

}  // namespace touchstone::upstream
