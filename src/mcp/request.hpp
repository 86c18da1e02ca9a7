// Requests of our own making, to a server of either era.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcp/mirror.hpp"
#include "mcp/terms.hpp"

namespace touchstone::mcp {

// Fills `message` with the request and `headers` with what HTTP needs beside it. `raw_params` is an
// object without _meta; towards a modern server the terms go into it.
void prepare(std::string& message, Headers& headers, std::string_view raw_id,
             std::string_view method, std::string_view raw_params, Era server, const Terms& terms);

// The headers that mirror a request towards a modern server.
[[nodiscard]] Headers standard_headers(std::string_view method, std::string_view name);

}  // namespace touchstone::mcp
