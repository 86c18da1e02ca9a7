// Reaching a server: names, sockets, TLS.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "net/loop.hpp"
#include "net/stream.hpp"

namespace touchstone::net {

// TLS settings shared by all connections: the system's roots, TLS 1.2 and later, host names
// checked. Reading the roots takes tens of milliseconds, so it is done when the first TLS
// connection needs it.
class Tls {
 public:
  Tls();
  ~Tls();
  // For tests and private authorities: further roots from a PEM file.
  [[nodiscard]] base::Result<void> trust(const std::string& pem_file);

 private:
  friend class TlsStream;
  friend class Dialler;
  struct State;
  std::unique_ptr<State> state_;
};

class Dialler {
 public:
  explicit Dialler(Loop& loop) : loop_(loop) {}
  [[nodiscard]] Tls& tls() { return tls_; }

  // Names resolve off the loop's thread, addresses need not; each address is tried in turn; all of
  // it within `timeout`.
  [[nodiscard]] Task<base::Result<StreamPtr>> tcp(std::string host, std::uint16_t port, bool secure,
                                                  Duration timeout);
  // The digest of the public key that the server at this place last showed over TLS; "" if it was
  // never met.
  [[nodiscard]] std::string key_of(std::string_view host, std::uint16_t port) const;
  // Fails if whoever listens there is not of our own user.
  [[nodiscard]] Task<base::Result<StreamPtr>> unix_socket(std::string path);

 private:
  static constexpr std::size_t kMaxKeys = 4'096;

  Loop& loop_;
  Tls tls_;
  std::map<std::string, std::string> keys_;  // by host:port
};

}  // namespace touchstone::net
