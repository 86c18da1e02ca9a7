// RequestReader: the bytes of one connection in, HTTP/1.1 requests out. No sockets.
//
//   RequestReader reader(limits);
//   for (;;) {
//     switch (reader.next()) {
//       case State::kMore:    n = recv(reader.room()); reader.commit(n); break;
//       case State::kHead:    look at reader.head(); break;
//       case State::kRequest: use reader.head(), reader.take_body(); reader.restart(); break;
//       case State::kRefused: answer reader.refusal(), close; return;
//     }
//   }
//
// Stricter than RFC 9112 where leniency has been a way to smuggle requests: exactly one Host, at
// most one Content-Length, Transfer-Encoding exactly "chunked" and never beside a Content-Length,
// no folded headers, no chunk extensions, no trailers, no bare CR or LF, no control bytes in
// values. What comes out does not depend on how the bytes were split. Bytes that follow a request
// are kept and become the next one (pipelining).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "http/head.hpp"

namespace touchstone::http {

struct RequestHead {
  std::string_view method;  // "POST", as it came
  // "/mcp?x=1", as it came. Of "http://host/mcp" the path only; its host is the same as Host.
  std::string_view target;
  Headers headers;
  bool keep_alive = true;
  bool expects_continue = false;  // the client waits for "100 Continue"
  int minor_version = 1;          // HTTP/1.0 or HTTP/1.1
};

class RequestReader {
 public:
  enum class State { kMore, kHead, kRequest, kRefused };

  // `body_padding` is spare capacity that the body gets, so that a JSON text need not be copied.
  explicit RequestReader(Limits limits = {}, std::size_t body_padding = 64);
  ~RequestReader();
  RequestReader(RequestReader&&) noexcept;
  RequestReader& operator=(RequestReader&&) noexcept;

  [[nodiscard]] std::span<char> room();  // where the next bytes go; never empty
  void commit(std::size_t size);
  // kHead is returned once for each request, as soon as its head is whole, so that a caller may
  // refuse it, or send 100 Continue, before the body is there.
  [[nodiscard]] State next();

  [[nodiscard]] const RequestHead& head() const;  // after kHead
  [[nodiscard]] std::string take_body();          // after kRequest
  [[nodiscard]] const Refusal& refusal() const;   // after kRefused
  void restart();                                 // after kRequest: on to the next one

  // True if no byte of a request is waiting: the connection is idle, not slow.
  [[nodiscard]] bool idle() const;
  void shrink();  // gives back what large requests took, while idle; head() is gone then

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace touchstone::http
