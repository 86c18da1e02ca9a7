// A call over Streamable HTTP: the POST, and the answer in whichever form it comes.
#include <utility>

#include "rpc/code.hpp"
#include "upstream/calls.hpp"
#include "upstream/http_core.hpp"
#include "upstream/refusal.hpp"
#include "upstream/trouble.hpp"

namespace touchstone::upstream {
namespace {

constexpr net::Duration kSendTimeout{30'000};

bool answers(const rpc::Message& message, CallId id) {
  if (!message.is_response() || !message.id()) return false;
  const auto number = message.id().as_int();
  return number && static_cast<CallId>(*number) == id;
}

// Visible ASCII, as the specification has it; it goes into a header.
bool is_session_id(std::string_view id) {
  if (id.empty() || id.size() > 1'024) return false;
  for (const char c : id)
    if (c < 0x21 || c > 0x7E) return false;
  return true;
}

}  // namespace

Task<LinkResult<rpc::Message>> HttpCore::request(HttpCorePtr core, Outgoing out) {
  if (auto no = core->refusal()) co_return tl::unexpected(std::move(*no));
  auto head = core->heads_.post(out.headers, out.message.size());
  if (!head) co_return tl::unexpected(trouble(Trouble::kProtocol, std::move(head.error())));
  HttpCall call(core->calls_, out.id, out.timeout);
  if (!call.is_known()) {
    co_return tl::unexpected(
        trouble(Trouble::kProtocol, "the id of this call is in use", core->name_));
  }
  const bool in_session = !core->heads_.session().empty();
  auto exchange =
      co_await HttpClient::send(core->client_, std::move(*head), out.message, call.interrupt());
  if (!exchange) co_return tl::unexpected(call.explain(exchange.error()));
  core->note_session(out, exchange->head());
  auto result = co_await answer(core, std::move(*exchange), call, in_session);
  co_return result;
}

void HttpCore::note_session(const Outgoing& out, const http::ResponseHead& head) {
  if (!heads_.version().empty() || head.status != 200) return;
  const std::string_view id = head.headers.get("mcp-session-id");
  if (!is_session_id(id)) return;
  // Modern servers have no sessions, and some answer `server/discover` as if they had.
  if (out.message.find("\"initialize\"") != std::string::npos) heads_.set_session(id);
}

Task<LinkResult<rpc::Message>> HttpCore::answer(HttpCorePtr core, Exchange exchange, HttpCall& call,
                                                bool in_session) {
  const int status = exchange.head().status;
  if (status < 200 || status >= 300) {
    auto result = co_await read_refusal(core, std::move(exchange), call, in_session);
    co_return result;
  }
  const std::string type = media_type(exchange.head());
  if (type == "application/json") {
    auto result = co_await read_json(core, std::move(exchange), call);
    co_return result;
  }
  if (type == "text/event-stream") {
    auto result = co_await read_events(core, std::move(exchange), call);
    co_return result;
  }
  co_return tl::unexpected(trouble(
      Trouble::kProtocol,
      "an answer with status " + std::to_string(status) + " and " +
          (type.empty() ? "no content" : "content of type '" + type + "'") + " instead of JSON",
      core->name_, "check that `url` is an MCP endpoint"));
}

Task<LinkResult<rpc::Message>> HttpCore::read_json(HttpCorePtr core, Exchange exchange,
                                                   HttpCall& call) {
  auto body = co_await exchange.body(core->max_message_);
  if (!body) co_return tl::unexpected(call.explain(body.error()));
  auto message = core->reader_.read(json::Text(std::move(*body)));
  if (!message) co_return tl::unexpected(unreadable(message.error().what, core->name_));
  if (!answers(*message, call.id())) {
    co_return tl::unexpected(
        trouble(Trouble::kProtocol, "an answer that is not to this call", core->name_));
  }
  co_return std::move(*message);
}

HttpCore::MaybeAnswer HttpCore::take(http::SseEvent event, CallId call) {
  if (event.event != "message" || event.data.empty()) return std::nullopt;
  auto message = reader_.sift(json::Text(std::move(event.data)), "sent an event");
  if (!message) {
    const auto& [answered, why] = message.error();
    if (answered == 0 || answered != call) return std::nullopt;
    return tl::unexpected(unreadable(why, name_));
  }
  if (message->is_response())
    return answers(*message, call) ? MaybeAnswer(std::move(*message)) : std::nullopt;
  if (message->is_notification()) calls_.touch(progress_of(*message));
  hearing_->message(std::move(*message), call);
  return std::nullopt;
}

Task<HttpCore::MaybeAnswer> HttpCore::follow(HttpCorePtr core, Exchange exchange, HttpCall& call,
                                             Broken& broken) {
  EventStream events(std::move(exchange), core->max_message_);
  broken.fault = {"the server ended the stream without an answer", core->name_, ""};
  for (;;) {
    auto event = co_await events.next();
    if (!event) broken.fault = std::move(event.error());
    if (!event || !*event) break;
    call.touch();
    auto answer = core->take(std::move(**event), call.id());
    if (!answer) continue;
    drain(core->loop_, std::move(events.exchange()));
    co_return answer;
  }
  if (!events.last_id().empty()) broken.last_id = events.last_id();
  if (events.retry_ms()) broken.retry_ms = events.retry_ms();
  co_return std::nullopt;
}

Task<LinkResult<rpc::Message>> HttpCore::read_events(HttpCorePtr core, Exchange exchange,
                                                     HttpCall& call) {
  Broken broken;
  for (;;) {
    auto answer = co_await follow(core, std::move(exchange), call, broken);
    if (answer) co_return std::move(*answer);
    if (broken.last_id.empty() || call.interrupt().fired() || !core->is_legacy())
      co_return tl::unexpected(call.explain(broken.fault));
    auto resumed = co_await resume(core, call, broken);
    if (!resumed) co_return tl::unexpected(std::move(resumed.error()));
    exchange = std::move(*resumed);
  }
}

Task<LinkResult<rpc::Message>> HttpCore::read_refusal(HttpCorePtr core, Exchange exchange,
                                                      HttpCall& call, bool in_session) {
  auto body = co_await exchange.body(kMaxRefusalBody, true);
  if (!body && call.interrupt().fired()) co_return tl::unexpected(call.explain(body.error()));
  LinkError error = refused(exchange.head(), std::move(body).value_or(""), core->name_);
  // In a session 404 means that there is none any more, whatever the body says; only that a method
  // is unknown is said with it as well.
  const bool lost = error.http_status == 404 && in_session;
  // A redirect says nothing about the message, whatever its body is.
  if (error.http_status >= 400) {
    auto message = core->reader_.read(json::Text::copy_of(error.http_body));
    const bool is_answer = message && answers(*message, call.id());
    if (is_answer && (!lost || message->error_code() == rpc::kMethodNotFound))
      co_return std::move(*message);
  }
  if (!lost) co_return tl::unexpected(std::move(error));
  error.trouble = Trouble::kEnded;
  error.error = {"the server has ended the session", core->name_, ""};
  core->lose(error.error);
  co_return tl::unexpected(std::move(error));
}

Task<LinkResult<void>> HttpCore::send(HttpCorePtr core, std::string message, HeaderList headers) {
  if (auto no = core->refusal()) co_return tl::unexpected(std::move(*no));
  auto head = core->heads_.post(headers, message.size());
  if (!head) co_return tl::unexpected(trouble(Trouble::kProtocol, std::move(head.error())));
  HttpCall call(core->calls_, core->calls_.spare_id(), kSendTimeout);
  const bool in_session = !core->heads_.session().empty();
  auto exchange =
      co_await HttpClient::send(core->client_, std::move(*head), message, call.interrupt());
  if (!exchange) co_return tl::unexpected(call.explain(exchange.error()));
  const int status = exchange->head().status;
  if (status >= 200 && status < 300) {
    drain(core->loop_, std::move(*exchange));
    co_return LinkResult<void>();
  }
  auto answer = co_await read_refusal(core, std::move(*exchange), call, in_session);
  if (answer) co_return LinkResult<void>();
  co_return tl::unexpected(std::move(answer.error()));
}

}  // namespace touchstone::upstream
