// Listening: TCP and Unix sockets, each connection handed on as a Stream.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "net/loop.hpp"
#include "net/stream.hpp"

namespace touchstone::net {

// Stops listening when destroyed. When the system has no file descriptors left it waits a little
// and goes on; connections that exist are not touched.
class Listener {
 public:
  using Accept = std::function<void(StreamPtr)>;
  virtual ~Listener() = default;
  [[nodiscard]] virtual std::uint16_t port() const = 0;  // the real one if 0 was asked for
};

// `host` is an address, not a name. Fails with a remedy if the port is taken.
[[nodiscard]] base::Result<std::unique_ptr<Listener>> listen_tcp(Loop& loop,
                                                                 const std::string& host,
                                                                 std::uint16_t port,
                                                                 Listener::Accept accept);
// Only its owner may connect (mode 0600). A socket file that nobody listens on is replaced; one
// that is in use is an error. The file is removed at the end.
[[nodiscard]] base::Result<std::unique_ptr<Listener>> listen_unix(Loop& loop,
                                                                  const std::string& path,
                                                                  Listener::Accept accept);
// Our own stdin and stdout, or any pair of descriptors, which it takes over.
[[nodiscard]] StreamPtr pipe_stream(Loop& loop, int read_fd, int write_fd);

}  // namespace touchstone::net
