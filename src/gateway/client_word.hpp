// What a client says of its context (`_meta.annotations`), as servers may hear it.
//
// A client that keeps to SEP-1913 passes on where its context came from, as it was told: what one
// server signed its URLs with would be every other server's. So those secrets leave a request
// before it goes anywhere (detect/clean_uri.hpp). The loop's thread.
#pragma once

#include <optional>

#include "guard/guard.hpp"
#include "rpc/message.hpp"

namespace touchstone::gateway {

// Its sources; absent if it names none, which is all that most requests pay for.
[[nodiscard]] json::View sources_in(const rpc::Message& request);
// The same request with clean sources; nothing if they are clean as they are.
[[nodiscard]] std::optional<rpc::Message> with_clean_sources(const rpc::Message& request,
                                                             guard::Guard& guard);

}  // namespace touchstone::gateway
