// HttpConnection, the part about POST: one message from the client.
#include "base/text.hpp"
#include "face/http_exchange.hpp"
#include "face/modern.hpp"
#include "json/text.hpp"
#include "mcp/mirror.hpp"
#include "rpc/code.hpp"
#include "rpc/write.hpp"

namespace touchstone::face {
namespace {

// To watch whether the client is still there takes a system call, which most calls are too short
// for.
constexpr net::Duration kWatchAfter{50};

bool is_json(std::string_view content_type) {
  const std::string_view type = content_type.substr(0, content_type.find(';'));
  const std::size_t end = type.find_last_not_of(' ');
  return end != std::string_view::npos && http::same_name(type.substr(0, end + 1), kJson);
}

// An absent Accept accepts everything.
bool accepts_answers(std::string_view accept) {
  return accept.empty() || accept.find(kJson) != std::string_view::npos ||
         accept.find("text/event-stream") != std::string_view::npos ||
         accept.find("*/*") != std::string_view::npos ||
         accept.find("application/*") != std::string_view::npos;
}

mcp::Headers param_headers(const http::Headers& headers) {
  mcp::Headers found;
  constexpr std::string_view kPrefix = "mcp-param-";
  for (const auto& [name, value] : headers) {
    if (name.size() > kPrefix.size() && http::same_name(name.substr(0, kPrefix.size()), kPrefix))
      found.emplace_back(base::lower_case(name), value);
  }
  return found;
}

}  // namespace

void HttpConnection::count_in(const rpc::Message& message) {
  counted_ = message.method() == "subscriptions/listen" ? 0 : 1;
  crowd_->in_flight += counted_;
}

void HttpConnection::count_out() { crowd_->in_flight -= std::exchange(counted_, 0); }

Task<void> HttpConnection::post() {
  if (!is_json(header("Content-Type")))
    co_return co_await refuse(415, "Content-Type must be application/json");
  if (!accepts_answers(header("Accept")))
    co_return co_await refuse(406, "Accept must allow application/json and text/event-stream");
  auto message = rpc::Message::parse(face_.parser, json::Text(reader_.take_body()));
  if (!message) {
    const auto& fault = message.error();
    const std::string body = rpc::error(fault.id, fault.code, fault.what);
    co_return co_await reply(400, kJson, body);
  }
  if (!message->is_request()) co_return co_await take_other(std::move(*message));
  co_await take_request(std::move(*message));
}

Task<void> HttpConnection::take_request(rpc::Message message) {
  if (crowd_->in_flight >= face_.limits.max_in_flight) {
    const std::string body =
        rpc::error(message.raw_id(), rpc::kTooMany, "the gateway is busy; try again");
    co_return co_await reply(429, kJson, body);
  }
  count_in(message);
  co_await take_counted(std::move(message));
  count_out();
}

Task<void> HttpConnection::take_counted(rpc::Message message) {
  const std::string_view version = header("MCP-Protocol-Version");
  const bool modern = mcp::era_of(message) == mcp::Era::kModern ||
                      (!version.empty() && !mcp::is_legacy_version(version));
  if (modern) co_return co_await take_modern(std::move(message));
  const std::string_view id = header("Mcp-Session-Id");
  if (message.method() == "initialize" && id.empty()) {
    auto session =
        face_.open_session(std::string(path()), principal_, mcp::terms_of_initialize(message));
    if (!session) {
      const std::string body =
          rpc::error(message.raw_id(), rpc::kTooMany, "too many sessions; try again later");
      co_return co_await reply(429, kJson, body);
    }
    co_return co_await take_legacy(std::move(message), std::move(session), true);
  }
  if (id.empty()) {
    const std::string body = rpc::error(message.raw_id(), rpc::kInvalidRequest,
                                        "no Mcp-Session-Id: send initialize first");
    co_return co_await reply(400, kJson, body);
  }
  auto known = face_.find_session(id, path(), principal_);
  if (!known) {
    auto claimed = co_await session();
    if (!claimed) {
      const int code = claimed.error().status == 404 ? rpc::kInvalidRequest : rpc::kTooMany;
      const std::string body = rpc::error(message.raw_id(), code, claimed.error().what);
      co_return co_await reply(claimed.error().status, kJson, body);
    }
    known = std::move(*claimed);
  }
  co_await take_legacy(std::move(message), std::move(known), false);
}

// A wish that can only narrow: any value but a clear no is a yes.
bool HttpConnection::wants_read_only() const {
  const std::string_view wish = header("X-MCP-Readonly");
  return !wish.empty() && wish != "false" && wish != "0";
}

Task<void> HttpConnection::take_modern(rpc::Message message) {
  mcp::Terms terms;
  HttpExchange exchange(*this, nullptr);
  auto refused = check_headers(message, reader_.head().headers);
  if (!refused) refused = read_terms(message, terms);
  if (principal_ != kAnybody) terms.principal = principal_;
  if (refused) {
    const int status = refused->code == rpc::kInvalidParams ? 400 : http_status(refused->code);
    co_return co_await reply(status, kJson, refused->message);
  }
  const auto watch = [this, &exchange] { stream_->watch([&exchange] { exchange.client_gone(); }); };
  net::Alarm alarm = face_.loop.after(kWatchAfter, watch);
  exchange_ = &exchange;
  Request request{std::move(message),
                  terms,
                  std::string(path()),
                  principal_,
                  nullptr,
                  exchange,
                  param_headers(reader_.head().headers),
                  true,
                  false,
                  wants_read_only(),
                  std::string(header("Touchstone-Session"))};
  const Answer answer = co_await face_.handler.answer(request);
  count_out();  // how long the client takes to read it is its own affair
  exchange_ = nullptr;
  alarm.reset();
  stream_->unwatch();
  co_await exchange.finish(answer);
}

Task<void> HttpConnection::take_legacy(rpc::Message message, std::shared_ptr<HttpSession> session,
                                       bool is_new) {
  if (message.method() == "ping") {
    const std::string body = rpc::result(message.raw_id(), "{}");
    co_return co_await reply(200, kJson, body);
  }
  const std::string id(message.raw_id());
  if (session->in_flight.contains(id)) {
    const std::string body = rpc::error(id, rpc::kInvalidRequest, "this id is in use");
    co_return co_await reply(400, kJson, body);
  }
  if (session->in_flight.size() >= face_.limits.max_in_flight_per_session) {
    const std::string body = rpc::error(id, rpc::kTooMany, "too many requests at once");
    co_return co_await reply(429, kJson, body);
  }
  HttpExchange exchange(*this, session, is_new);
  exchange_ = &exchange;
  session->in_flight.emplace(id, &exchange);
  Request request{std::move(message),
                  session->terms(),
                  std::string(path()),
                  principal_,
                  session,
                  exchange,
                  {},
                  false,
                  false,
                  wants_read_only(),
                  std::string(header("Touchstone-Session"))};
  const Answer answer = co_await face_.handler.answer(request);
  count_out();
  session->in_flight.erase(id);
  session->asks().let_go(exchange);
  session->touch();
  exchange_ = nullptr;
  if (is_new && answer.code != 0) face_.end_session(session);
  co_await exchange.finish(answer);
}

// Notifications, and answers to what we asked.
Task<void> HttpConnection::take_other(rpc::Message message) {
  const std::string_view version = header("MCP-Protocol-Version");
  const std::string_view id = header("Mcp-Session-Id");
  std::shared_ptr<HttpSession> session;
  if (!id.empty()) {
    auto known = co_await this->session();
    if (!known) co_return co_await refuse(known.error().status, std::string(known.error().what));
    session = std::move(*known);
  }
  if (!session && message.is_response())
    co_return co_await refuse(400, "unknown session: send initialize");
  if (!session && !version.empty() && mcp::is_legacy_version(version))
    co_return co_await refuse(400, "no Mcp-Session-Id: send initialize first");
  if (message.is_response()) {
    (void)session->asks().deliver(std::move(message));
  } else if (session && message.method() == "notifications/cancelled") {
    session->cancel(message);
  } else {
    face_.handler.hear(session.get(), message);
  }
  co_await reply(202, {}, {});
}

}  // namespace touchstone::face
