// EventStream: the events of a response that is an event stream.
#pragma once

#include <optional>
#include <string>

#include "http/sse.hpp"
#include "upstream/http_client.hpp"

namespace touchstone::upstream {

// "text/event-stream" of "Text/Event-Stream; charset=utf-8".
[[nodiscard]] std::string media_type(const http::ResponseHead& head);

class EventStream {
 public:
  EventStream(Exchange exchange, std::size_t max_event)
      : exchange_(std::move(exchange)), events_(max_event) {}

  // The next event, or nothing at the orderly end of the response.
  [[nodiscard]] Task<base::Result<std::optional<http::SseEvent>>> next();
  [[nodiscard]] const std::string& last_id() const { return events_.last_id(); }
  [[nodiscard]] std::optional<int> retry_ms() const { return events_.retry_ms(); }
  [[nodiscard]] Exchange& exchange() { return exchange_; }

 private:
  Exchange exchange_;
  http::SseReader events_;
};

// What is left of a response is read in the background, for a moment and not without bound, so that
// its connection can be used again.
void drain(net::Loop& loop, Exchange exchange);

}  // namespace touchstone::upstream
