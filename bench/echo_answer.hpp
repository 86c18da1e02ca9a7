// What the echo server says: one JSON-RPC message in, the answer out. No I/O.
//
// Legacy and modern, by what each request says of itself. One tool, `echo {text}`, whose text is
// handed back byte for byte as it was spelled.
#pragma once

#include <string>
#include <string_view>

#include "json/parser.hpp"

namespace touchstone::bench {

struct Answer {
  std::string body;  // empty: a notification, to which there is none
  bool opens_session = false;
  bool unknown_method = false;  // modern HTTP says 404 then
};

[[nodiscard]] Answer echo_answer(json::Parser& parser, std::string_view message);

}  // namespace touchstone::bench
