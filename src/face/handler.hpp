// What stands behind a face: the gateway, or a small server of our own.
//
// A face (http_face.hpp, stdio_face.hpp) speaks a transport to clients: framing, limits, sessions,
// streams, headers, both eras. It hands each request to a Handler and sends back what that answers.
// The face answers `ping` of legacy clients, keeps `notifications/cancelled` and responses to
// itself (they reach the handler as Exchange::on_cancel and Session::ask), and refuses what breaks
// the transport's rules. Everything else is the handler's: `initialize`, `server/discover`, lists,
// calls.
//
// All of it runs on the loop's thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "http/page.hpp"
#include "mcp/terms.hpp"
#include "net/loop.hpp"
#include "rpc/message.hpp"

namespace touchstone::face {

using net::Task;

// Something that may be called off while somebody works on it.
class Cancellation {
 public:
  // Called once when it is called off; at once if that has happened.
  void on_cancel(std::function<void(std::string_view reason)> act);
  [[nodiscard]] bool cancelled() const { return cancelled_; }
  void cancel(std::string_view reason);

 private:
  std::function<void(std::string_view)> act_;
  std::string reason_;
  bool cancelled_ = false;
};

// Where the messages go that belong to one request: its event stream over HTTP, stdout over stdio.
// Called off if the client no longer wants the answer: it sent notifications/cancelled, or, modern
// over HTTP, closed the stream. The answer is then dropped.
class Exchange : public Cancellation {
 public:
  virtual ~Exchange() = default;

  // A notification that belongs to the request (progress, log), sent before its answer.
  virtual void send(std::string message) = 0;
};

// What a handler keeps with a session; destroyed with it.
class Attachment {
 public:
  virtual ~Attachment() = default;
};

// One client for as long as it stays: a legacy HTTP session, or a stdio connection of either era.
class Session : public std::enable_shared_from_this<Session> {
 public:
  virtual ~Session() = default;

  [[nodiscard]] const std::string& id() const { return id_; }  // 128 random bits, hexadecimal
  [[nodiscard]] const std::string& route() const { return route_; }
  [[nodiscard]] const std::string& principal() const { return principal_; }
  [[nodiscard]] const mcp::Terms& terms() const { return terms_; }  // of its initialize
  // What a handler calls it where the id, which is a secret, must not stand.
  [[nodiscard]] const std::string& alias() const { return alias_; }
  void set_alias(std::string alias) { alias_ = std::move(alias); }

  // A notification that belongs to no request: on the GET stream, or stdout. Kept for a while,
  // within bounds, if no stream is open now.
  virtual void send(std::string message) = 0;

  // Legacy only. Asks the client (sampling, elicitation, roots) and waits for what it answers, a
  // result or an error. Sent on the stream of `related` if given, which must still be unanswered
  // then, and may be answered before the question is: the answer counts all the same.
  // Fails when the client is gone, has too many questions open, or takes longer than `timeout`, and
  // when `withdrawal` (none, or alive until the end) is called off; the client then gets
  // notifications/cancelled.
  virtual Task<base::Result<rpc::Message>> ask(std::string method, std::string raw_params,
                                               Exchange* related, net::Duration timeout,
                                               Cancellation* withdrawal) = 0;

  // The client has gone. Whoever waited for something else in the meantime must look, and leave
  // nothing behind that only its end would clear away.
  [[nodiscard]] bool ended() const { return ended_; }

  // logging/setLevel: from now on part of its terms, which modern servers get with each request.
  void set_log_level(std::string level) { terms_.log_level = std::move(level); }

  void attach(std::unique_ptr<Attachment> attachment) { attachment_ = std::move(attachment); }
  [[nodiscard]] Attachment* attachment() const { return attachment_.get(); }

 protected:
  std::string id_, route_, principal_, alias_;
  mcp::Terms terms_;
  std::unique_ptr<Attachment> attachment_;
  bool ended_ = false;
};

struct Request {
  rpc::Message message;
  const mcp::Terms& terms;           // modern: of this request; legacy: of the session
  std::string route;                 // "/mcp", "/mcp/s/files"
  std::string principal;             // who asks, as far as we can tell; "local" without tokens
  std::shared_ptr<Session> session;  // none for modern requests over HTTP
  Exchange& exchange;                // lives until the answer is returned
  // Modern over HTTP: headers repeat parts of the body, and these are the ones named Mcp-Param-*,
  // in lower case, as they came.
  std::vector<std::pair<std::string, std::string>> param_headers = {};
  bool by_headers = false;
  bool is_local = false;    // from our own user on this machine, over a pipe or a Unix socket
  bool read_only = false;   // X-MCP-Readonly: the client wants tools that only read
  std::string marker = {};  // Touchstone-Session: which of an agent's sessions it belongs to
};

struct Answer {
  std::string message;  // the whole JSON-RPC response
  int code = 0;         // its error code, 0 for a result: the HTTP status of modern errors follows
  bool ours = false;    // no server sent it: an error, or questions that were read as they came
  // The server's response that it was made of, for whoever reads it next.
  std::optional<rpc::Message> origin = std::nullopt;
  bool unsent = false;      // no server was sent the call that it is the answer to
  bool undone = false;      // or it says, as an error of ours, that it did not do it
  std::uint64_t waits = 0;  // a question in the middle of this call, which waits for its answer
};
[[nodiscard]] Answer answer_result(const rpc::Message& request, std::string_view raw_result);
[[nodiscard]] Answer answer_error(const rpc::Message& request, int code, std::string_view message,
                                  std::string_view raw_data = {});

// Who asks to go on with a session that is not known here.
struct Claim {
  std::string id, route, principal;
};

class Handler {
 public:
  virtual ~Handler() = default;

  // 404 for others. Asked for each HTTP request.
  [[nodiscard]] virtual bool has_route(std::string_view route) const = 0;
  // `request` lives in the caller until the task is done.
  virtual Task<Answer> answer(Request& request) = 0;
  // notifications/initialized, roots/list_changed, and whatever else a client tells.
  virtual void hear(Session* session, const rpc::Message& notification) {
    (void)session, (void)notification;
  }
  virtual void closed(Session& session) { (void)session; }

  // A legacy session that was opened before this program was started: its terms, if whoever asks
  // may go on with it. Nothing: it is unknown. An error: nobody can tell now.
  virtual Task<base::Result<std::optional<mcp::Terms>>> recall(Claim claim);
  // It goes on, as after initialize.
  virtual void returned(const std::shared_ptr<Session>& session) { (void)session; }
  // Whether a path is that of a page for people (http/page.hpp), which is no route. Asked for each
  // HTTP request, before anything else of it is looked at.
  [[nodiscard]] virtual bool has_page(std::string_view path) const {
    (void)path;
    return false;
  }
  // No token is asked for: a browser has none. `request` lives in the caller until the task is
  // done.
  virtual Task<http::Page> show(http::PageRequest& request);
  // After closed(): its client ended it and nobody may go on with it, from when this is done.
  virtual Task<base::Result<void>> dismissed(std::string id);
};

}  // namespace touchstone::face
