// URLs, as far as a client of MCP needs them: http and https, with a host and a target.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace touchstone::http {

struct Url {
  bool secure = false;  // https
  std::string host;     // without brackets; as it goes to the resolver
  std::uint16_t port = 80;
  std::string target;     // path and query, at least "/"
  std::string authority;  // what the Host header says: host[:port], port only if not the default

  // "http://host:port": which server, and hence which era and connection pool.
  [[nodiscard]] std::string origin() const;
  friend bool operator==(const Url&, const Url&) = default;
};

// Refuses user names in the URL, fragments are dropped, other schemes are an error.
[[nodiscard]] base::Result<Url> parse_url(std::string_view text);
// `reference` (absolute, "//host/…", "/path", "path", "?query") as it stands on a page at `base`.
[[nodiscard]] base::Result<Url> resolve(const Url& base, std::string_view reference);

}  // namespace touchstone::http
