#include "face/http_session.hpp"

namespace touchstone::face {

HttpSession::HttpSession(net::Loop& loop, std::string id, std::string route, std::string principal,
                         mcp::Terms terms, std::shared_ptr<Shelf> whole, std::uint64_t first)
    : asks_(loop),
      shelf_(Shelf::kMaxOfSession, std::move(whole)),
      standing_(std::make_shared<EventStream>(first, shelf_)),
      last_stream_(first) {
  asks_.begin_after(first);
  id_ = std::move(id);
  route_ = std::move(route);
  principal_ = std::move(principal);
  terms_ = std::move(terms);
}

void HttpSession::send(std::string message) { standing_->push(message); }

Task<base::Result<rpc::Message>> HttpSession::ask(std::string method, std::string raw_params,
                                                  Exchange* related, net::Duration timeout,
                                                  Cancellation* withdrawal) {
  const auto self = shared_from_this();
  Asks::Ways ways;
  ways.send = [this, related](std::string message) {
    related != nullptr ? related->send(std::move(message)) : send(std::move(message));
  };
  ways.later = [this](std::string message) { send(std::move(message)); };
  co_return co_await asks_.ask(std::move(method), std::move(raw_params), related, timeout,
                               withdrawal, std::move(ways));
}

std::shared_ptr<EventStream> HttpSession::new_stream() {
  while (streams_.size() >= kMaxStreams) streams_.erase(streams_.begin());
  auto stream = std::make_shared<EventStream>(++last_stream_, shelf_);
  streams_.emplace(last_stream_, stream);
  return stream;
}

void HttpSession::drop_delivered(net::Clock::time_point now) {
  std::erase_if(streams_, [&](const auto& entry) {
    const auto since = entry.second->delivered();
    return since && now - *since > kDeliveredFor;
  });
}

std::shared_ptr<EventStream> HttpSession::find_stream(std::string_view event_id,
                                                      std::uint64_t& event) {
  std::uint64_t number = 0;
  if (!EventStream::parse_id(event_id, number, event)) return nullptr;
  if (number == standing_->number()) return standing_;
  const auto it = streams_.find(number);
  return it == streams_.end() ? nullptr : it->second;
}

void HttpSession::cancel(const rpc::Message& notification) {
  const json::View id = notification.param("requestId");
  const auto it = in_flight.find(id ? id.raw() : "");
  if (it == in_flight.end()) return;
  Exchange& exchange = *it->second;
  exchange.cancel(notification.param("reason").as_string().value_or("the client cancelled"));
  asks_.call_off(exchange);
}

void HttpSession::end() {
  ended_ = true;
  asks_.fail_all({"the session has ended", "", ""});
  const auto open = in_flight;
  for (const auto& [id, exchange] : open) exchange->cancel("the session has ended");
  standing_->finish();
}

}  // namespace touchstone::face
