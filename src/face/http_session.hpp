// HttpSession: a legacy client over HTTP, between its initialize and its DELETE.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "face/asks.hpp"
#include "face/event_stream.hpp"
#include "face/handler.hpp"

namespace touchstone::face {

class HttpSession final : public Session {
 public:
  static constexpr std::size_t kMaxStreams = 16;  // kept for clients that come back
  // A stream that was handed over whole is kept so long, in case its connection broke.
  static constexpr net::Duration kDeliveredFor = std::chrono::seconds(15);

  // `first`: what questions and streams are counted from. A client that comes back after a restart
  // still has numbers from before, and must not find something else under them.
  HttpSession(net::Loop& loop, std::string id, std::string route, std::string principal,
              mcp::Terms terms, std::shared_ptr<Shelf> whole, std::uint64_t first = 0);

  void send(std::string message) override;
  Task<base::Result<rpc::Message>> ask(std::string method, std::string raw_params,
                                       Exchange* related, net::Duration timeout,
                                       Cancellation* withdrawal) override;

  // Requests of this session that are being answered, by raw id.
  std::map<std::string, Exchange*, std::less<>> in_flight;
  Asks& asks() { return asks_; }
  void cancel(const rpc::Message& notification);  // notifications/cancelled

  [[nodiscard]] EventStream& standing() { return *standing_; }
  [[nodiscard]] std::shared_ptr<EventStream> new_stream();
  // The stream an event id belongs to, and the number of that event; none if it is not there.
  [[nodiscard]] std::shared_ptr<EventStream> find_stream(std::string_view event_id,
                                                         std::uint64_t& event);

  void drop_delivered(net::Clock::time_point now);
  [[nodiscard]] std::size_t kept_bytes() const { return shelf_.used(); }

  void touch() { used_ = net::Clock::now(); }
  [[nodiscard]] net::Clock::time_point used() const { return used_; }
  [[nodiscard]] bool busy() const { return !in_flight.empty() || standing_->attached(); }
  void end();  // whoever waits is told

 private:
  Asks asks_;
  Shelf shelf_;
  std::shared_ptr<EventStream> standing_;
  std::map<std::uint64_t, std::shared_ptr<EventStream>> streams_;
  std::uint64_t last_stream_;
  net::Clock::time_point used_ = net::Clock::now();
};

}  // namespace touchstone::face
