// Link: one open conversation with one server, whatever carries it: a child process's pipes,
// Streamable HTTP of either era, or the HTTP+SSE of 2024-11-05.
//
// A link knows transports and ids, not eras: what a message means is decided above it. Requests
// carry ids that the link gives out (next_id), so an answer finds its request; an answer that
// nobody waits for (late, double, with a foreign id) is dropped. When the server breaks
// off, every request that waits ends with one error, and then the listener hears of it, once.
//
// Everything runs on the loop's thread. Listener's functions are never called from inside request()
// or send(), only from a later turn of the loop.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "net/loop.hpp"
#include "rpc/message.hpp"

namespace touchstone::upstream {

using CallId = std::uint64_t;  // 0: none
using net::Task;

struct Outgoing {
  std::string message;  // the whole JSON-RPC request, its id being `id` in decimal
  CallId id = 0;
  // For HTTP. Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Param-*, as the era asks.
  std::vector<std::pair<std::string, std::string>> headers;
  // 0: none. A notification that belongs to the call starts it anew: one that came on its stream
  // (HTTP), or progress whose token is `id` as a number (everywhere).
  net::Duration timeout{0};
  bool stands = false;  // a subscription: it stays, and is no call among those in flight
};

class Listener {
 public:
  virtual ~Listener() = default;
  // `related` is the request on whose stream it came (HTTP), or 0 if the transport does not tell.
  virtual void heard(rpc::Message notification, CallId related) = 0;
  virtual void asked(rpc::Message request,
                     CallId related) = 0;  // the server asks: answer by send()
  virtual void ended(const base::Error& why) = 0;
};

// What went wrong, so that people and restart rules can tell the cases apart.
enum class Trouble : std::uint8_t {
  kEnded,
  kTimeout,
  kRefused,
  kProtocol,
  kCancelled,
  kNotSent,  // the same, before it was sent
  kTooMany,  // a bound of our own; it was not even tried
};
struct LinkError {
  Trouble trouble = Trouble::kEnded;
  base::Error error;
  int http_status = 0;    // of kRefused, where there was one
  std::string http_body;  // of kRefused: at most 64 KiB, for finding the era
};
template <typename T>
using LinkResult = tl::expected<T, LinkError>;

class Link {
 public:
  virtual ~Link() = default;

  [[nodiscard]] CallId next_id() { return ++last_id_; }
  // The response, a result or an error, that came for `out.id`.
  virtual Task<LinkResult<rpc::Message>> request(Outgoing out) = 0;
  // A notification, or the answer to something the server asked.
  virtual Task<LinkResult<void>> send(std::string message,
                                      std::vector<std::pair<std::string, std::string>> headers) = 0;
  // Nobody waits for this call any more: request() ends with kCancelled. Modern HTTP closes the
  // call's stream; telling other servers is up to the caller (notifications/cancelled).
  virtual void abandon(CallId id) = 0;
  // Streamable HTTP of the legacy era, once the handshake is done: from now on this header goes
  // with every request, and a GET stream is opened for what the server says on its own. Nothing on
  // other transports.
  virtual void begin_session(std::string_view version) { (void)version; }
  // Orderly: ends the process or the HTTP session, in the background. Calls that wait end at once
  // with kEnded; Listener::ended tells when everything is done. Destroying a link instead ends it
  // at once, and the listener hears nothing more.
  virtual void close() = 0;
  [[nodiscard]] virtual bool is_open() const = 0;
  // After close(): nothing of it is left, its process has ended.
  [[nodiscard]] virtual bool is_gone() const { return !is_open(); }

 private:
  CallId last_id_ = 0;
};

}  // namespace touchstone::upstream
