// The address to listen on, as a person writes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace touchstone::config {

struct ListenAddress {
  std::string host;  // a name or an address, without brackets
  std::uint16_t port = 0;
};

// "127.0.0.1:7332", "[::1]:7332", ":7332" and "7332" (both on loopback). An IPv6 address needs its
// brackets.
[[nodiscard]] base::Result<ListenAddress> parse_listen(std::string_view text);
[[nodiscard]] std::string listen_text(const std::string& host, std::uint16_t port);

}  // namespace touchstone::config
