// Identity: who a server is, as far as it can be told: where it comes from and what it says of
// itself.
//
// The pin store is a file that people keep and share, so nothing secret may get into it. The
// environment and HTTP headers are no part of an identity. A URL loses user name, query and
// fragment. An argument that looks like a secret (it follows --token, --api-key and the like, or is
// long and random) becomes ***: a new token is no new server. Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pin/pin.hpp"

namespace touchstone::pin {

struct Identity {
  std::vector<std::string> command = {};  // program and arguments; empty for a URL
  std::string url = {};
  std::string server_info = {};   // raw JSON as the server sent it, or empty
  std::string instructions = {};  // decoded
  std::string tls_key = {};       // digest of the public key, or empty
};

// {"command":[…],"url":…,"serverInfo":{…},"instructions":…,"tlsKey":…}, absent where empty.
[[nodiscard]] Pin pin_of(const Identity& identity);

// The two redactions, for others who write such things down.
[[nodiscard]] std::string without_secrets(std::string_view url);
[[nodiscard]] std::vector<std::string> without_secrets(const std::vector<std::string>& command);

inline constexpr std::string_view kRedacted = "***";

}  // namespace touchstone::pin
