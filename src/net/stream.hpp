// Stream: bytes to and from one peer, whatever carries them: TCP, TLS, a Unix socket, two pipes.
//
// At most one read and one write may wait at a time. close() may be called at any time; what waits
// then ends with an error. The stream must outlive what waits on it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "net/task.hpp"

namespace touchstone::net {

class Stream {
 public:
  virtual ~Stream() = default;

  // Some bytes; 0 is the orderly end of what the peer sends.
  virtual Task<base::Result<std::size_t>> read_some(std::span<char> into) = 0;
  // All of the parts, gathered into as few packets as the system allows.
  virtual Task<base::Result<void>> write(std::string_view first, std::string_view second = {}) = 0;
  // Calls `gone` once if the peer closes before unwatch(). Takes no bytes. For a server that works
  // on a request and wants to know whether anybody still waits for the answer; not beside a read.
  // Does nothing on streams whose reader is always reading.
  virtual void watch(std::function<void()> gone) {  // NOLINT(performance-unnecessary-value-param)
    (void)gone;                                     // those that do watch keep it
  }
  virtual void unwatch() {}

  // False if the peer has closed, or has sent something, while nothing was expected: a connection
  // that waits to be used again is then of no use. Streams that cannot tell say true.
  [[nodiscard]] virtual bool is_quiet() const { return true; }

  virtual void close() = 0;
  virtual void close_write() { close(); }  // pipes: the peer reads an end, and may still answer
  [[nodiscard]] virtual bool is_open() const = 0;
};

using StreamPtr = std::unique_ptr<Stream>;

}  // namespace touchstone::net
