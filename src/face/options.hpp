// Options of a face: its limits, and whom it lets in. Values, filled in by whoever opens the face.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "http/head.hpp"
#include "json/parser.hpp"
#include "net/loop.hpp"

namespace touchstone::face {

struct Limits {
  http::Limits http;
  json::Limits json;
  std::size_t max_connections = 20'000;
  std::size_t max_sessions = 20'000;
  std::size_t max_in_flight = 1'024;               // requests being answered, of all clients
  std::size_t max_in_flight_per_session = 64;      // and of one
  std::size_t max_unsent = std::size_t{64} << 20;  // bytes a client has not taken: it is cut off
  net::Duration idle_timeout = std::chrono::minutes(5);
  net::Duration head_timeout = std::chrono::seconds(15);  // from a request's first byte to its last
  net::Duration session_timeout = std::chrono::minutes(60);
  net::Duration keep_alive = std::chrono::seconds(15);  // between signs of life on a quiet stream
  // A client that has not taken a piece of what it is sent (Outbox::kPiece) for so long is cut off.
  net::Duration write_timeout = std::chrono::seconds(30);
};

// Who is here now, over HTTP and over sockets together: the limits above are for all of them.
struct Crowd {
  std::size_t connections = 0;
  std::size_t in_flight = 0;
};
using CrowdPtr = std::shared_ptr<Crowd>;

// Who may come in over HTTP.
struct Door {
  std::vector<std::string> hosts;  // names the Host header may have, without port; loopback always
  std::vector<std::string> origins;  // origins of web pages; those of loopback always
  std::vector<std::pair<std::string, std::string>> tokens;  // principal, secret; none: no check
};

}  // namespace touchstone::face
