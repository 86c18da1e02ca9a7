#include "config/listen_address.hpp"

#include <limits>

#include <fmt/format.h>

#include "config/config.hpp"
#include "config/rules.hpp"
#include "config/tree.hpp"

namespace touchstone::config {
namespace {

bool is_bracketed(std::string_view host) {
  return host.size() > 2 && host.starts_with('[') && host.ends_with(']') &&
         host.find_first_not_of("0123456789abcdefABCDEF:.%", 1) == host.size() - 1;
}

bool is_host_name(std::string_view host) { return is_name(host); }

}  // namespace

base::Result<ListenAddress> parse_listen(std::string_view text) {
  constexpr std::string_view kRemedy = "127.0.0.1:7332, [::1]:7332 or only a port";
  const auto colon = text.rfind(':');
  auto host = colon == std::string_view::npos ? std::string_view() : text.substr(0, colon);
  const auto port = parse_count(colon == std::string_view::npos ? text : text.substr(colon + 1));
  if (!port || *port > std::numeric_limits<std::uint16_t>::max()) {
    return base::fail("has no port from 0 to 65535", "", std::string(kRemedy));
  }
  if (host.empty()) host = "127.0.0.1";
  if (!is_bracketed(host) && !is_host_name(host)) {
    return base::fail("is not an address to listen on", "", std::string(kRemedy));
  }
  if (is_bracketed(host)) host = host.substr(1, host.size() - 2);
  return ListenAddress{std::string(host), static_cast<std::uint16_t>(*port)};
}

std::string listen_text(const std::string& host, std::uint16_t port) {
  const bool v6 = host.find(':') != std::string::npos;
  return v6 ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

}  // namespace touchstone::config
