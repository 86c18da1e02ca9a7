#include "face/http_connection.hpp"

#include <vector>

#include "face/http_exchange.hpp"
#include "http/write.hpp"
#include "json/text.hpp"
#include "rpc/code.hpp"
#include "rpc/write.hpp"

namespace touchstone::face {
namespace {

using State = http::RequestReader::State;

constexpr net::Duration kLinger = std::chrono::seconds(1);
constexpr std::string_view kSignOfLife = ":\n\n";

}  // namespace

HttpConnection::HttpConnection(HttpFace& face, net::StreamPtr stream)
    : face_(face),
      stream_(std::move(stream)),
      reader_(face.limits.http, json::Text::kPadding),
      outbox_(face.loop, *stream_, face.limits.max_unsent),
      crowd_(face.crowd) {
  ++crowd_->connections;
}

HttpConnection::~HttpConnection() {
  count_out();
  --crowd_->connections;
}

Task<void> HttpConnection::run(std::shared_ptr<HttpConnection> self) {
  while (self->keep_alive_) {
    const bool there = co_await self->receive();
    if (!there) break;
    co_await self->serve();
    co_await self->outbox_.finish();
    if (self->outbox_.broken()) break;
    self->reader_.restart();
  }
  co_await self->outbox_.finish();
  self->stream_->close();
  self->face_.forget(*self);
}

Task<bool> HttpConnection::receive() {
  wait_for(Waiting::kRequest);
  for (;;) {
    const State state = reader_.next();
    if (state == State::kRequest) co_return true;
    if (state == State::kRefused) {
      keep_alive_ = false;
      co_await refuse(reader_.refusal().status, reader_.refusal().what);
      co_await linger();
      co_return false;
    }
    if (state == State::kHead) {
      if (reader_.head().expects_continue) outbox_.push("HTTP/1.1 100 Continue\r\n\r\n");
      continue;
    }
    const bool idle = reader_.idle();
    if (idle) reader_.shrink();
    if (!idle && waiting_ == Waiting::kRequest) wait_for(Waiting::kRest);
    const auto room = reader_.room();
    const auto size = co_await stream_->read_some(room);
    if (!size || *size == 0) co_return false;
    reader_.commit(*size);
  }
}

// A client that is still sending would find its connection reset and never read why. So what it
// sends is thrown away for a moment.
Task<void> HttpConnection::linger() {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  std::vector<char> waste(std::size_t{16} << 10);
  deadline_ = net::Clock::now() + kLinger;
  stream_->close_write();
  for (std::size_t seen = 0; seen < kMost;) {
    const auto size = co_await stream_->read_some(waste);
    if (!size || *size == 0) co_return;
    seen += *size;
  }
}

Task<void> HttpConnection::serve() {
  wait_for(Waiting::kHandler);
  const http::RequestHead& head = reader_.head();
  keep_alive_ = head.keep_alive;
  chunked_ = head.minor_version >= 1;
  streaming_ = false;
  if (face_.handler.has_page(path())) co_return co_await page();
  Verdict verdict = check_door(head.headers, face_.door);
  principal_ = std::move(verdict.principal);
  origin_ = verdict.status == 403 ? std::string_view() : head.headers.get("Origin");
  if (head.method == "OPTIONS" && !origin_.empty()) co_return co_await preflight();
  if (verdict.status != 0) co_return co_await refuse(verdict.status, verdict.what);
  if (!face_.handler.has_route(path()))
    co_return co_await refuse(
        404, "there is nothing at this path; /mcp has all servers, /mcp/s/<server> one");
  if (head.method == "POST") co_return co_await post();
  if (head.method == "GET") co_return co_await get();
  if (head.method == "DELETE") co_return co_await remove();
  co_await refuse(405, "use POST");
}

std::string_view HttpConnection::path() const {
  const std::string_view target = reader_.head().target;
  return target.substr(0, target.find('?'));
}

std::string_view HttpConnection::header(std::string_view name) const {
  return reader_.head().headers.get(name);
}

void HttpConnection::wait_for(Waiting what) {
  waiting_ = what;
  const auto now = net::Clock::now();
  quiet_since_ = now;
  if (what == Waiting::kRequest) deadline_ = now + face_.limits.idle_timeout;
  if (what == Waiting::kRest) deadline_ = now + face_.limits.head_timeout;
  if (what == Waiting::kHandler) deadline_ = net::Clock::time_point::max();
}

void HttpConnection::look(net::Clock::time_point now) {
  const bool unread = outbox_.stalled(now, face_.limits.write_timeout);
  if (now > deadline_ || unread || outbox_.broken()) return close();
  if (waiting_ != Waiting::kHandler || now - quiet_since_ < face_.limits.keep_alive) return;
  quiet_since_ = now;
  // A client may give up on a response that has no head for minutes; a stream has one.
  if (!streaming_ && exchange_ != nullptr) exchange_->begin_stream();
  if (streaming_) event(kSignOfLife);
}

void HttpConnection::close() {
  keep_alive_ = false;
  if (ended_ != nullptr) ended_->keep(true);
  if (exchange_ != nullptr) exchange_->client_gone();
  stream_->close();
}

Task<void> HttpConnection::refuse(int status, std::string what) {
  const std::string body = rpc::error("null", rpc::kInvalidRequest, what);
  co_await reply(status, kJson, body);
}

void HttpConnection::append_head(std::string& out, int status, std::string_view session_id) const {
  http::append_response_line(out, status);
  if (!session_id.empty()) http::append_header(out, "Mcp-Session-Id", session_id);
  if (status == 401) http::append_header(out, "WWW-Authenticate", "Bearer");
  if (status == 405) http::append_header(out, "Allow", "POST, GET, DELETE");
  if (!keep_alive_) http::append_header(out, "Connection", "close");
  if (origin_.empty()) return;
  http::append_header(out, "Access-Control-Allow-Origin", origin_);
  http::append_header(out, "Access-Control-Expose-Headers", "Mcp-Session-Id");
  http::append_header(out, "Vary", "Origin");
}

Task<void> HttpConnection::reply(int status, std::string_view type, std::string_view body,
                                 std::string_view session_id) {
  head_.clear();
  append_head(head_, status, session_id);
  if (!type.empty()) http::append_header(head_, "Content-Type", type);
  http::append_header(head_, "Content-Length", body.size());
  http::end_head(head_);
  const bool written = co_await outbox_.write(head_, body);  // a 100 Continue may be on its way
  if (!written) keep_alive_ = false;
}

void HttpConnection::begin_stream(std::string_view session_id) {
  if (std::exchange(streaming_, true)) return;
  if (!chunked_) keep_alive_ = false;
  std::string head;
  append_head(head, 200, session_id);
  http::append_header(head, "Content-Type", "text/event-stream");
  http::append_header(head, "Cache-Control", "no-cache");
  http::append_header(head, "X-Accel-Buffering", "no");
  if (chunked_) http::append_header(head, "Transfer-Encoding", "chunked");
  http::end_head(head);
  outbox_.push(head);
}

void HttpConnection::event(std::string_view bytes) {
  if (!chunked_) return outbox_.push(bytes);
  std::string chunk;
  http::append_chunk(chunk, bytes);
  outbox_.push(chunk);
}

void HttpConnection::end() {
  if (chunked_ && streaming_) outbox_.push(http::kLastChunk);
  streaming_ = false;
  if (ended_ != nullptr) ended_->keep(true);
}

// A web page of an allowed origin asks whether it may send what it is about to send.
Task<void> HttpConnection::preflight() {
  head_.clear();
  append_head(head_, 204, {});
  http::append_header(head_, "Access-Control-Allow-Methods", "POST, GET, DELETE, OPTIONS");
  const std::string_view asked = header("Access-Control-Request-Headers");
  if (http::is_field_value(asked))
    http::append_header(head_, "Access-Control-Allow-Headers", asked);
  http::append_header(head_, "Access-Control-Max-Age", "600");
  http::end_head(head_);
  const bool written = co_await outbox_.write(head_);
  if (!written) keep_alive_ = false;
}

}  // namespace touchstone::face
