// Guard: decides by the headers alone whether a request may come in.
//
// A page on the web can make a browser send requests to 127.0.0.1, and by DNS rebinding even read
// the answers. It cannot forge Host and Origin. So Host must be a name we answer to, and Origin,
// where a browser sends one, an address of this machine or one the operator allowed.
#pragma once

#include <string>
#include <string_view>

#include "face/options.hpp"
#include "http/head.hpp"

namespace touchstone::face {

struct Verdict {
  int status = 0;  // 0: may come in
  std::string what;
  std::string principal;
};

inline constexpr std::string_view kAnybody =
    "local";  // the principal where no tokens are asked for

// Of a page for people: Host alone. Who may answer there, the page knows (http/page.hpp).
[[nodiscard]] Verdict check_host(const http::Headers& headers, const Door& door);
[[nodiscard]] Verdict check_door(const http::Headers& headers, const Door& door);

}  // namespace touchstone::face
