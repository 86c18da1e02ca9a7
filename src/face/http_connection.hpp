// HttpConnection: one connection of one client, request after request.
//
// Reads a request, checks it, lets the handler answer it, writes the answer. An answer is plain
// JSON, unless something must be sent before it or it takes long: then the response becomes an
// event stream. In the legacy era the client going away changes nothing for the request; in the
// modern era it cancels it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "face/guard.hpp"
#include "face/http_face.hpp"
#include "face/outbox.hpp"
#include "http/request_reader.hpp"

namespace touchstone::face {

class HttpExchange;

inline constexpr std::string_view kJson = "application/json";

class HttpConnection : public EventStream::Sink,
                       public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(HttpFace& face, net::StreamPtr stream);
  ~HttpConnection() override;

  static Task<void> run(std::shared_ptr<HttpConnection> self);
  void look(net::Clock::time_point now);  // the face's round: overdue? too quiet?
  void close();
  [[nodiscard]] const std::string& principal() const { return principal_; }  // of its last request

  // EventStream::Sink: events of the stream this connection carries now.
  void event(std::string_view bytes) override;
  void end() override;

 private:
  friend class HttpExchange;
  enum class Waiting { kRequest, kRest, kHandler };

  Task<bool> receive();  // one whole request; false: nothing more will come
  Task<void> linger();
  Task<void> serve();
  Task<void> post();
  Task<void> get();
  Task<void> remove();
  Task<void> preflight();
  Task<void> page();  // http_page.cpp

  // Counts a request while it is being answered. A subscription is not work; its connection counts.
  void count_in(const rpc::Message& message);
  void count_out();
  Task<void> take_request(rpc::Message message);
  Task<void> take_counted(rpc::Message message);
  Task<void> take_modern(rpc::Message message);
  Task<void> take_legacy(rpc::Message message, std::shared_ptr<HttpSession> session, bool is_new);
  Task<void> take_other(rpc::Message message);

  // The session that the request names, perhaps one from before a restart.
  Task<tl::expected<std::shared_ptr<HttpSession>, NoSession>> session();

  Task<void> refuse(int status, std::string what);
  Task<void> reply(int status, std::string_view type, std::string_view body,
                   std::string_view session_id = {});
  void begin_stream(std::string_view session_id = {});
  void append_head(std::string& out, int status, std::string_view session_id) const;
  void wait_for(Waiting what);

  [[nodiscard]] std::string_view path() const;
  [[nodiscard]] std::string_view header(std::string_view name) const;
  [[nodiscard]] bool wants_read_only() const;

  HttpFace& face_;
  net::StreamPtr stream_;
  http::RequestReader reader_;
  Outbox outbox_;
  std::string principal_;
  std::string origin_;  // of a web page that may read the answer
  std::string head_;    // of the answer; kept to save the allocation
  net::Clock::time_point deadline_;
  net::Clock::time_point quiet_since_;
  HttpExchange* exchange_ = nullptr;     // being answered
  net::Promise<bool>* ended_ = nullptr;  // a GET stream waits for this
  Waiting waiting_ = Waiting::kRequest;
  CrowdPtr crowd_;  // shared: the connection may outlive the face by a turn
  std::size_t counted_ = 0;
  bool streaming_ = false;
  bool keep_alive_ = true;
  bool chunked_ = true;
};

}  // namespace touchstone::face
