// Stream: bytes to and from one peer, whatever carries them: TCP, TLS, a Unix socket, two pipes.
//
// At most one read and one write may wait at a time. close() may be called at any time; what waits
// then ends with an error. The stream must outlive what waits on it.
#pragma once

#include <cstddef>
#include <initializer_list>
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
  // Completes when the peer has gone or sent something; true if it has gone. Takes no bytes. For a
  // server that works on a request and wants to know whether anybody still waits for the answer.
  virtual Task<bool> wait_gone() = 0;
  virtual void stop_waiting() = 0;  // ends wait_gone() with false

  virtual void close() = 0;
  [[nodiscard]] virtual bool is_open() const = 0;
};

using StreamPtr = std::unique_ptr<Stream>;

}  // namespace touchstone::net
