// HttpClient: HTTP/1.1 to one origin over connections that are kept and used again.
//
// An Exchange is one request and its response; while it lives it has a connection to itself. If the
// response was read to its end the connection goes back to the idle ones, else it is closed, which
// is how a server learns that nobody waits any more.
//
// A server may close an idle connection at the very moment we use it again. A request that meets
// this is sent once more, on a new connection, but only if the server cannot have begun it: it
// could not be written, or the end came at once, before any byte of a response, on a connection
// that had been idle for so long that its end was due. In all other cases a call might be carried
// out twice, and its failure is told instead. Redirects are not followed.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "http/response_reader.hpp"
#include "http/url.hpp"
#include "net/dial.hpp"
#include "net/loop.hpp"
#include "upstream/interrupt.hpp"

namespace touchstone::upstream {

class HttpClient;

struct Connection {
  Connection(net::StreamPtr stream, http::Limits limits, std::shared_ptr<std::size_t> count);
  ~Connection() { --*count; }
  Connection(const Connection&) = delete;

  net::StreamPtr stream;
  http::ResponseReader reader;
  std::shared_ptr<std::size_t> count;  // of all connections of the client
  net::Clock::time_point idle_since;
  bool was_idle = false;  // for so long that a server may well have closed it
};
using ConnectionPtr = std::unique_ptr<Connection>;

class Exchange {
 public:
  Exchange(std::shared_ptr<HttpClient> client, ConnectionPtr connection, Interrupt* interrupt);
  Exchange(Exchange&& other) noexcept = default;
  Exchange& operator=(Exchange&& other) noexcept;
  ~Exchange() { leave(); }

  [[nodiscard]] const http::ResponseHead& head() const { return connection_->reader.head(); }
  // The next piece of the body, valid until the next call; empty at its end.
  [[nodiscard]] Task<base::Result<std::string_view>> piece();
  // The whole body, with room behind it for a json::Text. What is larger than `max` is an error,
  // or, if `cut`, cut off there.
  [[nodiscard]] Task<base::Result<std::string>> body(std::size_t max, bool cut = false);
  // True if the end has come without waiting.
  [[nodiscard]] bool is_done();
  // The interrupt that was given no longer counts.
  void detach();
  void close() { connection_->stream->close(); }

 private:
  friend class HttpClient;
  struct Begun {
    base::Result<void> result;
    bool heard = false;       // at least a byte of a response
    bool may_repeat = false;  // the server cannot have begun it
  };
  [[nodiscard]] Task<Begun> begin(std::string_view head, std::string_view body);
  void leave();

  std::shared_ptr<HttpClient> client_;
  ConnectionPtr connection_;
  Interrupt* interrupt_;
  bool done_ = false;
};

class HttpClient {
 public:
  static constexpr net::Duration kIdle{30'000};  // then an unused connection is closed
  // Servers that close idle connections wait longer than this.
  static constexpr net::Duration kFresh{1'000};
  static constexpr net::Duration kAtOnce{100};  // from the last byte written to an end
  static constexpr net::Duration kDial{10'000};
  static constexpr std::size_t kMaxIdle = 256;
  static constexpr std::size_t kMaxConnections = 1'024;

  HttpClient(net::Loop& loop, net::Dialler& dialler, http::Url url, http::Limits limits);

  // Returns when the head of the response has come.
  [[nodiscard]] static Task<base::Result<Exchange>> send(std::shared_ptr<HttpClient> client,
                                                         std::string head, std::string_view body,
                                                         Interrupt& interrupt);
  void close();  // idle connections are closed, and no others kept
  [[nodiscard]] std::size_t connections() const { return *count_; }

 private:
  friend class Exchange;
  struct Dial;
  [[nodiscard]] ConnectionPtr take_idle();
  void give_back(ConnectionPtr connection);
  void sweep();
  static Task<base::Result<ConnectionPtr>> connect(std::shared_ptr<HttpClient> client,
                                                   Interrupt& interrupt);
  static Task<void> dial(std::shared_ptr<HttpClient> client, std::shared_ptr<Dial> dial);

  net::Loop& loop_;
  net::Dialler& dialler_;
  http::Url url_;
  http::Limits limits_;
  std::shared_ptr<std::size_t> count_ = std::make_shared<std::size_t>(0);
  std::vector<ConnectionPtr> idle_;  // the longest idle first
  net::Alarm sweep_;
  bool closed_ = false;
};

}  // namespace touchstone::upstream
