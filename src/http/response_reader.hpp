// ResponseReader: the bytes of one connection in, HTTP/1.1 responses out, body piece by piece.
//
// The counterpart of RequestReader for us as a client, with the same strictness. The body is handed
// out as it comes, because it may be an event stream without end. So max_body holds only for a
// length that the server announces; whoever collects the pieces has a bound of its own. Whatever
// the reason of a refusal, its status is 502.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "http/head.hpp"

namespace touchstone::http {

struct ResponseHead {
  int status = 0;
  std::string_view reason;
  Headers headers;
  bool keep_alive = true;
};

class ResponseReader {
 public:
  // kMore: give more bytes. kHead: head() is there (1xx responses are skipped). kBody: piece() has
  // bytes. kDone: the response is complete. kRefused: refusal() says why; close the connection.
  enum class State { kMore, kHead, kBody, kDone, kRefused };

  explicit ResponseReader(Limits limits = {});
  ~ResponseReader();
  ResponseReader(ResponseReader&&) noexcept;
  ResponseReader& operator=(ResponseReader&&) noexcept;

  // After kDone: for the next response. The answer to a HEAD request has no body.
  void restart(bool head_only = false);
  [[nodiscard]] std::span<char> room();
  void commit(std::size_t size);
  void commit_end();  // the peer closed: ends a body that has no length, else a refusal
  [[nodiscard]] State next();

  [[nodiscard]] const ResponseHead& head() const;
  [[nodiscard]] std::string_view piece() const;  // valid until the next call of next() or room()
  [[nodiscard]] const Refusal& refusal() const;
  // Bytes that belong to no response are in the buffer; the connection must not be used again.
  [[nodiscard]] bool has_leftover() const;

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace touchstone::http
