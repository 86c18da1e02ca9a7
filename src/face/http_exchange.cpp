#include "face/http_exchange.hpp"

#include "face/modern.hpp"
#include "http/sse.hpp"

namespace touchstone::face {

HttpExchange::~HttpExchange() {
  if (events_) events_->detach(connection_);
}

void HttpExchange::begin_stream() {
  if (connection_.streaming_ || events_) return;
  connection_.begin_stream(is_new_ ? std::string_view(session_->id()) : "");
  if (!session_) return;
  events_ = session_->new_stream();
  events_->attach(connection_);
  // Older clients take an event without data for a broken message.
  if (session_->terms().version >= "2025-11-25") events_->prime();
}

void HttpExchange::send(std::string message) {
  begin_stream();
  connection_.quiet_since_ = net::Clock::now();
  if (events_) return events_->push(message);
  std::string event;
  http::append_event(event, message);
  connection_.event(event);
}

void HttpExchange::client_gone() {
  if (!session_) cancel("the client closed the stream");
}

Task<void> HttpExchange::finish(const Answer& answer) {
  if (!connection_.streaming_ && !events_) {
    const int status = session_ ? 200 : http_status(answer.code);
    const std::string_view shown =
        is_new_ && answer.code == 0 ? std::string_view(session_->id()) : "";
    co_return co_await connection_.reply(status, "application/json", answer.message, shown);
  }
  if (!cancelled()) send(answer.message);
  if (events_) {
    events_->finish();
  } else {
    connection_.end();
  }
}

}  // namespace touchstone::face
