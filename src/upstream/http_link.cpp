#include "upstream/http_link.hpp"

#include <utility>

#include "upstream/http_core.hpp"
#include "upstream/trouble.hpp"

namespace touchstone::upstream {
namespace {

constexpr net::Duration kFarewell{3'000};  // for DELETE

http::Limits limits_of(const config::Server& server) {
  http::Limits limits;
  limits.max_body = server.max_message;
  return limits;
}

class HttpLink final : public Link {
 public:
  explicit HttpLink(HttpCorePtr core) : core_(std::move(core)) {}
  ~HttpLink() override { core_->stop(); }

  Task<LinkResult<rpc::Message>> request(Outgoing out) override {
    return HttpCore::request(core_, std::move(out));
  }
  Task<LinkResult<void>> send(std::string message, HeaderList headers) override {
    return HttpCore::send(core_, std::move(message), std::move(headers));
  }
  void abandon(CallId id) override { core_->abandon(id); }
  void begin_session(std::string_view version) override { core_->begin_session(version); }
  void close() override { core_->close(); }
  [[nodiscard]] bool is_open() const override { return core_->is_open(); }
  [[nodiscard]] bool is_gone() const override { return core_->is_gone(); }

 private:
  HttpCorePtr core_;
};

}  // namespace

HttpCore::HttpCore(const config::Server& server, const http::Url& url, HttpHeads heads,
                   std::shared_ptr<Hearing> hearing, const Context& context)
    : loop_(context.loop),
      log_(context.log),
      name_(server.name),
      max_message_(server.max_message),
      reader_(context, server.name, server.max_message),
      heads_(std::move(heads)),
      client_(std::make_shared<HttpClient>(context.loop, context.dialler, url, limits_of(server))),
      hearing_(std::move(hearing)),
      calls_(context.loop, server.name) {}

std::optional<LinkError> HttpCore::refusal() const {
  if (end_) return trouble(Trouble::kEnded, *end_);
  if (closing_) return trouble(Trouble::kEnded, "the gateway closed this connection", name_);
  return std::nullopt;
}

void HttpCore::abandon(CallId id) { calls_.end(id, cancelled(name_)); }

void HttpCore::begin_session(std::string_view version) {
  if (!is_open() || !heads_.version().empty()) return;
  heads_.set_version(version);
  loop_.spawn(listen(shared_from_this()));
}

void HttpCore::end_calls(const base::Error& why) {
  calls_.end_all(trouble(Trouble::kEnded, why));
  listening_.fire();
  client_->close();
}

// From a later turn, whoever found out.
void HttpCore::tell_end(const base::Error& why) {
  loop_.post([hearing = hearing_, why] { hearing->ended(why); });
}

void HttpCore::lose(base::Error why) {
  if (end_ || closing_) return;
  end_ = std::move(why);
  end_calls(*end_);
  tell_end(*end_);
}

void HttpCore::close() {
  if (end_ || std::exchange(closing_, true)) return;
  const base::Error why{"the gateway closed this connection", name_, ""};
  end_calls(why);
  if (heads_.session().empty()) return tell_end(why);
  says_farewell_ = true;
  loop_.spawn(delete_session(shared_from_this()));
}

Task<void> HttpCore::delete_session(HttpCorePtr core) {
  HttpCall call(core->calls_, core->calls_.spare_id(), kFarewell);
  std::string head = core->heads_.del();
  auto exchange = co_await HttpClient::send(core->client_, std::move(head), {}, call.interrupt());
  core->says_farewell_ = false;
  core->tell_end({"the gateway closed this connection", core->name_, ""});
}

void HttpCore::stop() {
  hearing_->mute();
  // A farewell that is under way may go on; it has a bound of its own.
  if (!closing_ && !end_) end_calls({"the gateway closed this connection", name_, ""});
  closing_ = true;
}

base::Result<std::unique_ptr<Link>> open_http(const config::Server& server,
                                              std::shared_ptr<Hearing> hearing,
                                              const Context& context) {
  auto url = http::parse_url(server.url);
  if (!url) return tl::unexpected(std::move(url.error()));
  auto heads = HttpHeads::make(server, *url);
  if (!heads) return tl::unexpected(std::move(heads.error()));
  return std::make_unique<HttpLink>(
      std::make_shared<HttpCore>(server, *url, std::move(*heads), std::move(hearing), context));
}

}  // namespace touchstone::upstream
