#include "upstream/sse_link.hpp"

#include <optional>
#include <utility>

#include "upstream/calls.hpp"
#include "upstream/event_stream.hpp"
#include "upstream/http_calls.hpp"
#include "upstream/http_head.hpp"
#include "upstream/message_reader.hpp"
#include "upstream/refusal.hpp"
#include "upstream/trouble.hpp"

namespace touchstone::upstream {
namespace {

constexpr net::Duration kPostTimeout{30'000};

class SseCore;
using SseCorePtr = std::shared_ptr<SseCore>;

class SseCore : public std::enable_shared_from_this<SseCore> {
 public:
  SseCore(const config::Server& server, http::Url url, HttpHeads heads,
          std::shared_ptr<Hearing> hearing, const Context& context)
      : loop_(context.loop),
        server_(server),
        url_(std::move(url)),
        heads_(std::move(heads)),
        reader_(context, server.name, server.max_message),
        client_(std::make_shared<HttpClient>(context.loop, context.dialler, url_, http::Limits{})),
        hearing_(std::move(hearing)),
        calls_(context.loop, server.name),
        posts_(context.loop, server.name) {}

  static Task<LinkResult<void>> open(SseCorePtr core, net::Duration timeout, Interrupt& interrupt) {
    bool late = false;
    interrupt.set([raw = core.get()] { raw->listening_.fire(); });
    const auto deadline = core->loop_.after(timeout, [&, raw = core.get()] {
      late = true;
      raw->listening_.fire();
    });
    auto stream = co_await first_event(core);
    interrupt.clear();
    if (late) co_return tl::unexpected(timed_out(core->server_.name, timeout));
    if (!stream) co_return tl::unexpected(std::move(stream.error()));
    core->loop_.spawn(read(core, std::move(*stream)));
    co_return LinkResult<void>();
  }

  static Task<LinkResult<rpc::Message>> request(SseCorePtr core, Outgoing out) {
    if (auto no = core->refusal()) co_return tl::unexpected(std::move(*no));
    const CallId id = out.id;
    if (!core->calls_.begin(id, out.timeout)) {
      co_return tl::unexpected(
          trouble(Trouble::kProtocol, "the id of this call is in use", core->server_.name));
    }
    core->loop_.spawn(post_call(core, std::move(out)));
    auto answer = co_await core->calls_.wait(id);
    co_return answer;
  }

  static Task<LinkResult<void>> post(SseCorePtr core, std::string message, HeaderList headers) {
    if (auto no = core->refusal()) co_return tl::unexpected(std::move(*no));
    auto head = core->heads_.post(headers, message.size());
    if (!head) co_return tl::unexpected(trouble(Trouble::kProtocol, std::move(head.error())));
    HttpCall call(core->posts_, core->posts_.spare_id(), kPostTimeout);
    auto exchange =
        co_await HttpClient::send(core->client_, std::move(*head), message, call.interrupt());
    if (!exchange) co_return tl::unexpected(call.explain(exchange.error()));
    const int status = exchange->head().status;
    if (status >= 200 && status < 300) {
      drain(core->loop_, std::move(*exchange));
      co_return LinkResult<void>();
    }
    auto body = co_await exchange->body(kMaxRefusalBody, true);
    co_return tl::unexpected(
        refused(exchange->head(), std::move(body).value_or(""), core->server_.name));
  }

  void abandon(CallId id) { calls_.fail(id, cancelled(server_.name)); }
  [[nodiscard]] bool is_open() const { return !end_; }

  void end(base::Error why) {
    if (end_) return;
    end_ = std::move(why);
    const LinkError error = trouble(Trouble::kEnded, *end_);
    calls_.fail_all(error);
    posts_.end_all(error);
    listening_.fire();
    client_->close();
    loop_.post([hearing = hearing_, told = *end_] { hearing->ended(told); });
  }
  void close() { end({"the gateway closed this connection", server_.name, ""}); }
  void stop() {
    hearing_->mute();
    close();
  }

 private:
  // The stream, once it has named the endpoint.
  static Task<LinkResult<EventStream>> first_event(SseCorePtr core) {
    const std::string& name = core->server_.name;
    std::string head = core->heads_.get({});
    auto exchange = co_await HttpClient::send(core->client_, std::move(head), {}, core->listening_);
    if (!exchange) {
      base::Error fault = std::move(exchange.error());
      co_return tl::unexpected(trouble(Trouble::kEnded, std::move(fault)));
    }
    if (exchange->head().status != 200) {
      auto body = co_await exchange->body(kMaxRefusalBody, true);
      co_return tl::unexpected(refused(exchange->head(), std::move(body).value_or(""), name));
    }
    if (media_type(exchange->head()) != "text/event-stream") {
      co_return tl::unexpected(trouble(Trouble::kProtocol, "the answer to GET is no event stream",
                                       name, "check that `url` is an MCP endpoint"));
    }
    EventStream stream(std::move(*exchange), core->server_.max_message);
    auto event = co_await stream.next();
    if (!event || !*event || (*event)->event != "endpoint") {
      co_return tl::unexpected(trouble(Trouble::kProtocol,
                                       "the stream does not begin with an endpoint", name,
                                       "check that `url` is an MCP endpoint"));
    }
    auto usable = core->use_endpoint((*event)->data);
    if (!usable) co_return tl::unexpected(trouble(Trouble::kProtocol, std::move(usable.error())));
    co_return std::move(stream);
  }

  base::Result<void> use_endpoint(std::string_view reference) {
    auto endpoint = http::resolve(url_, reference);
    if (!endpoint) return tl::unexpected(std::move(endpoint.error()));
    if (endpoint->origin() != url_.origin()) {
      return base::fail("it wants messages sent to another server, " + endpoint->origin(),
                        server_.name, "if you trust that server, put its address into `url`");
    }
    auto heads = HttpHeads::make(server_, *endpoint);
    if (!heads) return tl::unexpected(std::move(heads.error()));
    heads_ = std::move(*heads);
    return {};
  }

  static Task<void> read(SseCorePtr core, EventStream stream) {
    base::Error why{"the server ended the stream", core->server_.name, ""};
    while (core->is_open()) {
      auto event = co_await stream.next();
      if (!event) why.what = "the stream broke off: " + event.error().what;
      if (!event || !*event) break;
      core->take(std::move(**event));
    }
    core->end(std::move(why));
  }

  void take(http::SseEvent event) {
    if (event.event != "message") return;
    auto message = reader_.sift(json::Text(std::move(event.data)), "sent an event");
    if (!message)
      return calls_.fail(message.error().call, unreadable(message.error().why, server_.name));
    if (message->is_response()) return calls_.answer(std::move(*message));
    if (message->is_notification()) calls_.touch(progress_of(*message));
    hearing_->message(std::move(*message), 0);
  }

  static Task<void> post_call(SseCorePtr core, Outgoing out) {
    auto posted = co_await post(core, std::move(out.message), std::move(out.headers));
    if (!posted) core->calls_.fail(out.id, posted.error());
  }

  [[nodiscard]] std::optional<LinkError> refusal() const {
    return end_ ? std::optional(trouble(Trouble::kEnded, *end_)) : std::nullopt;
  }

  net::Loop& loop_;
  config::Server server_;
  http::Url url_;
  HttpHeads heads_;  // of the url first, then of the endpoint
  MessageReader reader_;
  std::shared_ptr<HttpClient> client_;
  std::shared_ptr<Hearing> hearing_;
  Calls calls_;
  HttpCalls posts_;
  Interrupt listening_;
  std::optional<base::Error> end_;
};

class SseLink final : public Link {
 public:
  explicit SseLink(SseCorePtr core) : core_(std::move(core)) {}
  // NOLINTNEXTLINE(bugprone-exception-escape): what leaves a task ends the program anyway
  ~SseLink() override { core_->stop(); }

  Task<LinkResult<rpc::Message>> request(Outgoing out) override {
    return SseCore::request(core_, std::move(out));
  }
  Task<LinkResult<void>> send(std::string message, HeaderList headers) override {
    return SseCore::post(core_, std::move(message), std::move(headers));
  }
  void abandon(CallId id) override { core_->abandon(id); }
  void close() override { core_->close(); }
  [[nodiscard]] bool is_open() const override { return core_->is_open(); }

 private:
  SseCorePtr core_;
};

}  // namespace

Task<LinkResult<std::unique_ptr<Link>>> open_sse(const config::Server& server,
                                                 std::shared_ptr<Hearing> hearing, Context context,
                                                 net::Duration timeout, Interrupt& interrupt) {
  auto url = http::parse_url(server.url);
  if (!url) co_return tl::unexpected(trouble(Trouble::kProtocol, std::move(url.error())));
  auto heads = HttpHeads::make(server, *url);
  if (!heads) co_return tl::unexpected(trouble(Trouble::kProtocol, std::move(heads.error())));
  auto core = std::make_shared<SseCore>(server, std::move(*url), std::move(*heads),
                                        std::move(hearing), context);
  auto opened = co_await SseCore::open(core, timeout, interrupt);
  if (!opened) co_return tl::unexpected(std::move(opened.error()));
  co_return std::make_unique<SseLink>(std::move(core));
}

}  // namespace touchstone::upstream
