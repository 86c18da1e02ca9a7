// open(): starts or reaches a server and settles with it how to talk.
//
// Finding the era, stdio. `server/discover` goes first: legacy servers answer it with some error,
// modern ones with a result. If there is no answer within Context::patience, `initialize` follows
// in the same process: a server that ignores what it does not know costs the patience and not the
// whole start_timeout, and one that needs half a minute to come up finds both in its pipe. If it
// says yes to both, it may have taken the second for the era of this connection: it is started once
// more and asked to discover alone, as one that is known to be modern is, or stays legacy if
// start_timeout leaves no room for that. A server that ends when its first message is not
// `initialize` (there are such) is started once more and greeted the old way.
//
// HTTP. `server/discover`; if the answer is not a modern one, `initialize`; if that is refused with
// 400, 404 or 405, HTTP+SSE. `type: sse` goes straight there.
//
// `known` is what was found before: it is tried first, and if it has become wrong the rest follows.
// What the server says before open() returns reaches the listener afterwards.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "config/config.hpp"
#include "mcp/terms.hpp"
#include "upstream/context.hpp"
#include "upstream/interrupt.hpp"
#include "upstream/link.hpp"

namespace touchstone::upstream {

// An opening under way, so that it can be called off, and in good order. The link is here as far as
// it has come; if the opening fails it stays here, and whoever owns this closes it.
struct Start {
  std::unique_ptr<Link> link;
  Interrupt interrupt;

  void call_off();
};

struct Opened {
  std::unique_ptr<Link> link;
  mcp::Era era = mcp::Era::kLegacy;
  std::string version;
  std::string discovery;  // raw JSON of the DiscoverResult or the InitializeResult
};

// Within server.start_timeout. All references must outlive the wait, the listener also the link.
// `start` is used once.
[[nodiscard]] Task<LinkResult<Opened>> open(const config::Server& server, const mcp::Terms& declare,
                                            Listener& listener, Context context,
                                            std::optional<mcp::Era> known, Start& start);

}  // namespace touchstone::upstream
