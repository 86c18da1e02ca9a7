// The first words to a server, and what its answers mean. No I/O.
//
// What counts as modern is decided here and only here: a discover result that offers our modern
// version, or one of the errors that only modern servers give. Everything else a server may answer
// to a method it does not know (and real ones answer with many codes, with an empty result, or with
// a page of HTML) means legacy.
#pragma once

#include <string>

#include "json/parser.hpp"
#include "mcp/terms.hpp"
#include "upstream/link.hpp"

namespace touchstone::upstream {

// Params of the two opening requests. If the terms name no client, it is us.
[[nodiscard]] std::string discover_params(const mcp::Terms& declare);
[[nodiscard]] std::string initialize_params(const mcp::Terms& declare);

struct Finding {
  enum class Kind : std::uint8_t {
    kModern,    // `raw` is the DiscoverResult
    kLegacy,    // not modern: try `initialize`
    kHopeless,  // modern, but it will not have us; `error` says why
  };
  Kind kind = Kind::kLegacy;
  std::string raw;
  base::Error error;
  bool again = false;  // it refused our version and named it as one it speaks: ask once more
};
// The answer to `server/discover`; a refusal by HTTP may carry the answer in its body.
[[nodiscard]] Finding judge_discovery(const LinkResult<rpc::Message>& answer, json::Parser& parser,
                                      const std::string& server);
// True if this failure of `initialize` can only come from a modern server.
[[nodiscard]] bool is_modern_refusal(const LinkResult<rpc::Message>& answer, json::Parser& parser);

struct Agreement {
  std::string version;
  std::string raw;  // the InitializeResult
};
[[nodiscard]] LinkResult<Agreement> judge_initialize(const LinkResult<rpc::Message>& answer,
                                                     const std::string& server);

}  // namespace touchstone::upstream
