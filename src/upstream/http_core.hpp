// HttpCore: what a Streamable HTTP link and its coroutines share. Inside http_link only; its parts
// are http_post.cpp (a call and its answer), http_listen.cpp (the GET stream, resuming), and
// http_link.cpp (the rest).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "upstream/context.hpp"
#include "upstream/event_stream.hpp"
#include "upstream/hearing.hpp"
#include "upstream/http_calls.hpp"
#include "upstream/http_client.hpp"
#include "upstream/http_head.hpp"
#include "upstream/message_reader.hpp"

namespace touchstone::upstream {

class HttpCore;
using HttpCorePtr = std::shared_ptr<HttpCore>;

class HttpCore : public std::enable_shared_from_this<HttpCore> {
 public:
  HttpCore(const config::Server& server, const http::Url& url, HttpHeads heads,
           std::shared_ptr<Hearing> hearing, const Context& context);

  // http_post.cpp
  static Task<LinkResult<rpc::Message>> request(HttpCorePtr core, Outgoing out);
  static Task<LinkResult<void>> send(HttpCorePtr core, std::string message, HeaderList headers);

  // http_listen.cpp
  static Task<void> listen(HttpCorePtr core);
  // How far a call's stream got, and why not further.
  struct Broken {
    base::Error fault;
    std::string last_id;
    std::optional<int> retry_ms;
  };
  // A GET that goes on with a call's stream, after the pause that the server asked for.
  static Task<LinkResult<Exchange>> resume(HttpCorePtr core, HttpCall& call, const Broken& broken);

  // http_link.cpp
  void abandon(CallId id);
  void begin_session(std::string_view version);
  void close();
  void stop();
  [[nodiscard]] bool is_open() const { return !end_ && !closing_; }
  [[nodiscard]] bool is_gone() const { return !is_open() && !says_farewell_; }

 private:
  static Task<LinkResult<rpc::Message>> answer(HttpCorePtr core, Exchange exchange, HttpCall& call,
                                               bool in_session);
  static Task<LinkResult<rpc::Message>> read_json(HttpCorePtr core, Exchange exchange,
                                                  HttpCall& call);
  static Task<LinkResult<rpc::Message>> read_events(HttpCorePtr core, Exchange exchange,
                                                    HttpCall& call);
  // None: the stream ended without an answer.
  using MaybeAnswer = std::optional<LinkResult<rpc::Message>>;
  static Task<MaybeAnswer> follow(HttpCorePtr core, Exchange exchange, HttpCall& call,
                                  Broken& broken);
  static Task<LinkResult<rpc::Message>> read_refusal(HttpCorePtr core, Exchange exchange,
                                                     HttpCall& call, bool in_session);
  static Task<void> delete_session(HttpCorePtr core);

  [[nodiscard]] std::optional<LinkError> refusal() const;
  [[nodiscard]] bool is_legacy() const {
    return !heads_.version().empty() || !heads_.session().empty();
  }
  // A message of an event stream: notifications and requests go to the listener, the response to
  // `call` is returned, also one that cannot be read.
  [[nodiscard]] MaybeAnswer take(http::SseEvent event, CallId call);
  void note_session(const Outgoing& out, const http::ResponseHead& head);
  void lose(base::Error why);
  void end_calls(const base::Error& why);
  void tell_end(const base::Error& why);

  net::Loop& loop_;
  const base::Log& log_;
  std::string name_;
  std::size_t max_message_;
  MessageReader reader_;
  HttpHeads heads_;
  std::shared_ptr<HttpClient> client_;
  std::shared_ptr<Hearing> hearing_;
  HttpCalls calls_;
  Interrupt listening_;
  std::optional<base::Error> end_;
  bool closing_ = false;
  bool says_farewell_ = false;  // DELETE is under way
};

}  // namespace touchstone::upstream
