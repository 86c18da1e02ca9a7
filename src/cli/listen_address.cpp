#include "cli/listen_address.hpp"

#include <charconv>

namespace touchstone::cli {

base::Result<void> read_listen(const std::string& text, config::Config& config) {
  const std::size_t colon = text.rfind(':');
  std::string host = colon == std::string::npos ? config.host : text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const std::string_view port = colon == std::string::npos
                                    ? std::string_view(text)
                                    : std::string_view(text).substr(colon + 1);
  const auto [stop, failed] = std::from_chars(port.data(), port.data() + port.size(), config.port);
  if (failed != std::errc() || stop != port.data() + port.size() || host.empty())
    return base::fail("not an address", "--listen " + text,
                      "write HOST:PORT, for example 127.0.0.1:7332");
  const bool loopback = host == "::1" || host.starts_with("127.");
  if (!loopback && config.tokens.empty()) {
    return base::fail("anybody on the network could use these servers", "--listen " + text,
                      "listen on 127.0.0.1, or add tokens to the config");
  }
  config.host = host;
  return {};
}

}  // namespace touchstone::cli
