#include "face/stdio_face.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "face/asks.hpp"
#include "face/modern.hpp"
#include "face/outbox.hpp"
#include "rpc/code.hpp"
#include "rpc/line_reader.hpp"
#include "rpc/write.hpp"

namespace touchstone::face {
namespace {

// After its last message a client gets this long to read the answers to the ones before. Clients
// wait about 2 s for us to end before they send signals.
constexpr net::Duration kGrace(1'500);

class StdioSession final : public Session {
 public:
  StdioSession(net::Loop& loop, net::StreamPtr stream, Handler& handler, base::Random& random,
               StdioOptions options)
      : loop_(loop),
        stream_(std::move(stream)),
        handler_(handler),
        random_(random),
        options_(std::move(options)),
        outbox_(loop, *stream_, options_.limits.max_unsent),
        asks_(loop),
        parser_(options_.limits.json) {
    id_ = random.hex(16);
    route_ = options_.route;
    principal_ = options_.principal;
    if (!options_.crowd) options_.crowd = std::make_shared<Crowd>();
    ++options_.crowd->connections;
  }
  ~StdioSession() override { --options_.crowd->connections; }

  // A message is one line. Line breaks in it can only stand between its tokens.
  void send(std::string message) override {
    if (ended_) return;
    std::ranges::replace_if(
        message, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    outbox_.push(message, "\n");
  }

  Task<base::Result<rpc::Message>> ask(std::string method, std::string raw_params,
                                       Exchange* related, net::Duration timeout,
                                       Cancellation* withdrawal) override {
    const auto self = shared_from_this();
    const Asks::Send by_line = [this](std::string message) { send(std::move(message)); };
    Asks::Ways ways{by_line, by_line};
    co_return co_await asks_.ask(std::move(method), std::move(raw_params), related, timeout,
                                 withdrawal, std::move(ways));
  }

  // All that the client sends, until it ends.
  Task<void> run() {
    if (options_.crowd->connections <= options_.limits.max_connections) {
      co_await converse();
    } else {
      send(rpc::error("null", rpc::kTooMany, "too many connections; try again later"));
    }
    end();
    // What the client does not read it will never read.
    const net::Alarm deadline =
        loop_.after(options_.limits.write_timeout, [this] { stream_->close(); });
    co_await outbox_.finish();
    stream_->close();
  }

 private:
  Task<void> converse() {
    rpc::LineReader lines(options_.limits.http.max_body);
    for (;;) {
      while (auto line = refused_ ? std::nullopt : lines.next()) take(std::move(*line));
      if (outbox_.broken() || refused_) break;
      lines.shrink();
      const auto size = co_await stream_->read_some(lines.room());
      if (!size || *size == 0) break;
      lines.commit(*size);
    }
    co_await answers();
  }

  // Waits for the requests in flight, within the grace.
  Task<void> answers() {
    const auto until = net::Clock::now() + kGrace;
    while (!in_flight_.empty() && !outbox_.broken() && net::Clock::now() < until) {
      co_await loop_.sleep(net::Duration(20));
    }
  }

  class LineExchange final : public Exchange {
   public:
    explicit LineExchange(StdioSession& session) : session_(session) {}
    void send(std::string message) override { session_.send(std::move(message)); }

   private:
    StdioSession& session_;
  };

  void take(rpc::LineReader::Line line) {
    const bool may_be_notice = std::exchange(is_first_, false) && options_.hears_marker;
    if (line.too_long) {
      return send(rpc::error("null", rpc::kInvalidRequest,
                             "the message is larger than this gateway allows"));
    }
    auto message = rpc::Message::parse(parser_, std::move(line.text));
    if (!message) {
      const auto& fault = message.error();
      return send(rpc::error(fault.id, fault.code, fault.what));
    }
    if (may_be_notice && message->method() == kSessionNotice) return name_session(*message);
    if (message->is_request()) return begin(std::move(*message));
    if (message->is_response()) return (void)asks_.deliver(std::move(*message));
    if (message->method() == "notifications/cancelled") return cancel(*message);
    handler_.hear(this, *message);
  }

  // A client that was at another gateway before may still answer what that one asked.
  void name_session(const rpc::Message& notice) {
    std::string marker = notice.param("marker").as_string().value_or("");
    if (marker.size() != 32 || marker.find_first_not_of("0123456789abcdef") != std::string::npos) {
      send(rpc::error("null", rpc::kInvalidParams,
                      "Invalid params: marker must be 128 bits in hexadecimal"));
      refused_ = true;
      return;
    }
    marker_ = std::move(marker);
    asks_.begin_after(random_.number());
  }

  void cancel(const rpc::Message& notification) {
    const auto it = in_flight_.find(
        notification.param("requestId") ? notification.param("requestId").raw() : "");
    if (it == in_flight_.end()) return;
    Exchange& exchange = *it->second;
    exchange.cancel(notification.param("reason").as_string().value_or("the client cancelled"));
    asks_.call_off(exchange);
  }

  void begin(rpc::Message message) {
    if (in_flight_.size() >= options_.limits.max_in_flight_per_session) {
      return send(rpc::error(message.raw_id(), rpc::kTooMany, "too many requests at once"));
    }
    if (options_.crowd->in_flight >= options_.limits.max_in_flight) {
      return send(rpc::error(message.raw_id(), rpc::kTooMany, "the gateway is busy; try again"));
    }
    if (in_flight_.contains(message.raw_id())) {
      return send(rpc::error(message.raw_id(), rpc::kInvalidRequest, "this id is in use"));
    }
    loop_.spawn(
        handle(std::static_pointer_cast<StdioSession>(shared_from_this()), std::move(message)));
  }

  static Task<void> handle(std::shared_ptr<StdioSession> self, rpc::Message message) {
    const std::string id(message.raw_id());
    LineExchange exchange(*self);
    const std::size_t work = message.method() == "subscriptions/listen" ? 0 : 1;
    self->in_flight_.emplace(id, &exchange);
    self->options_.crowd->in_flight += work;
    const Answer answer = co_await self->answer(std::move(message), exchange);
    self->options_.crowd->in_flight -= work;
    self->in_flight_.erase(id);
    self->asks_.let_go(exchange);
    if (!exchange.cancelled()) self->send(answer.message);
  }

  Task<Answer> answer(rpc::Message message, Exchange& exchange) {
    mcp::Terms modern;
    const bool is_modern = mcp::era_of(message) == mcp::Era::kModern;
    if (is_modern) {
      if (auto refused = read_terms(message, modern)) co_return std::move(*refused);
    } else if (message.method() == "initialize") {
      terms_ = mcp::terms_of_initialize(message);
      initialized_ = true;
    } else if (message.method() == "ping") {
      co_return answer_result(message, "{}");
    } else if (!initialized_) {
      co_return answer_error(message, rpc::kInvalidRequest, "send initialize first");
    }
    Request request{std::move(message),
                    is_modern ? modern : terms_,
                    route_,
                    principal_,
                    shared_from_this(),
                    exchange,
                    {},
                    false,
                    true};
    request.marker = marker_;
    co_return co_await handler_.answer(request);
  }

  // From now on nothing is sent: the outbox goes with the session, perhaps before it could write.
  void end() {
    ended_ = true;
    asks_.fail_all({"the client has gone", "", ""});
    const auto open = in_flight_;  // a cancelled exchange may take itself out
    for (const auto& [id, exchange] : open) exchange->cancel("the client has gone");
    handler_.closed(*this);
  }

  net::Loop& loop_;
  net::StreamPtr stream_;
  Handler& handler_;
  base::Random& random_;
  StdioOptions options_;
  Outbox outbox_;
  Asks asks_;
  json::Parser parser_;
  std::map<std::string, Exchange*, std::less<>> in_flight_;
  std::string marker_;  // of kSessionNotice
  bool initialized_ = false;
  bool is_first_ = true;  // nothing was read yet
  bool refused_ = false;
};

}  // namespace

net::Task<void> serve_stdio(net::Loop& loop, net::StreamPtr stream, Handler& handler,
                            base::Random& random, StdioOptions options) {
  const auto session =
      std::make_shared<StdioSession>(loop, std::move(stream), handler, random, std::move(options));
  co_await session->run();
}

}  // namespace touchstone::face
