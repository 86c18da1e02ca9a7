#include "upstream/lane.hpp"

#include <fmt/format.h>

#include "base/hash.hpp"
#include "mcp/ourselves.hpp"
#include "mcp/request.hpp"
#include "upstream/trouble.hpp"

namespace touchstone::upstream {
namespace {

constexpr net::Duration kSoonest(50);
constexpr int kSessionUnknown = 404;  // with kEnded (http_post.cpp)

}  // namespace

Task<LinkResult<void>> Lane::open(const config::Server& server, const mcp::Terms& declare,
                                  Context context, std::optional<mcp::Era> known) {
  const auto self = shared_from_this();
  loop_ = &context.loop;
  declared_ = declare.features;
  health_ = server.health_timeout;
  auto opened = co_await upstream::open(server, declare, *this, context, known, start_);
  if (!opened) co_return tl::unexpected(std::move(opened.error()));
  opened_ = std::move(*opened);
  opened_at_ = used_at_ = net::Clock::now();
  auto hello = context.parser.parse(json::Text::copy_of(opened_.discovery));
  if (hello) hello_ = std::make_shared<const json::Document>(std::move(*hello));
  co_return LinkResult<void>();
}

Task<LinkResult<rpc::Message>> Lane::call(Outgoing out, Patron* patron) {
  const auto self = shared_from_this();
  const CallId id = out.id;
  const std::size_t one = out.stands ? 0 : 1;
  if (load_->in_flight + one > load_->most) {
    co_return tl::unexpected(trouble(
        Trouble::kTooMany, fmt::format("{} calls are under way with this server", load_->in_flight),
        server_, fmt::format("wait, or raise mcpServers.{}.maxInFlight", server_)));
  }
  load_->in_flight += one;
  calls_.emplace(id, patron);
  if (one > 0 && waiting_ == 0) lives();  // silence counts from here
  waiting_ += one;
  watch();
  auto response = co_await opened_.link->request(std::move(out));
  calls_.erase(id);
  load_->in_flight -= one;
  waiting_ -= one;
  used_at_ = net::Clock::now();
  if (response) lives();
  if (!response && response.error().trouble == Trouble::kEnded) {
    session_lost_ = session_lost_ || response.error().http_status == kSessionUnknown;
    if (dead_) response.error().error = *dead_;
  }
  if (response && response->kind() == rpc::Kind::kResult &&
      !response->result().is(json::Kind::kObject)) {
    co_return tl::unexpected(
        trouble(Trouble::kProtocol, "the server's result is not an object", server_));
  }
  co_return response;
}

void Lane::say(std::string message) {
  const auto send = [](LanePtr self, std::string message) -> Task<void> {
    std::vector<std::pair<std::string, std::string>> no_headers;
    (void)co_await self->opened_.link->send(std::move(message), std::move(no_headers));
  };
  if (is_open()) loop_->spawn(send(shared_from_this(), std::move(message)));
}

std::uint64_t Lane::variant(const mcp::Terms& terms) const {
  return modern() ? base::hash64(terms.capabilities) : 0;
}

void Lane::close() {
  start_.call_off();
  if (opened_.link) opened_.link->close();
}

bool Lane::is_gone() const {
  const Link* const link = opened_.link ? opened_.link.get() : start_.link.get();
  return link == nullptr || link->is_gone();
}

void Lane::belong_to(std::weak_ptr<const void> owner) {
  owned_ = !owner.expired();
  owner_ = std::move(owner);
}

Patron* Lane::patron(CallId id) const {
  const auto it = calls_.find(id);
  return it == calls_.end() ? nullptr : it->second;
}

Patron* Lane::sole_patron(bool asked) const {
  Patron* sole = nullptr;
  for (const auto& [id, patron] : calls_) {
    if (patron == nullptr || (asked && !patron->may_be_asked())) continue;
    if (sole != nullptr) return nullptr;
    sole = patron;
  }
  return sole;
}

// --- health

void Lane::lives() {
  quiet_since_ = net::Clock::now();
  pinged_ = false;
}

void Lane::watch() {
  if (health_.count() <= 0 || waiting_ == 0 || next_look_ || dead_) return;
  const auto quiet = std::chrono::duration_cast<net::Duration>(net::Clock::now() - quiet_since_);
  const net::Duration left = (pinged_ ? health_ : health_ / 4) - quiet;
  next_look_ = loop_->after(std::max(left, kSoonest), [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->look();
  });
}

void Lane::look() {
  next_look_.reset();
  if (waiting_ == 0 || !is_open() || was_closed()) return;
  const auto quiet = net::Clock::now() - quiet_since_;
  if (pinged_ && quiet >= health_) return die();
  if (!pinged_ && quiet >= health_ / 4) {
    pinged_ = true;
    loop_->spawn(ping(shared_from_this()));
  }
  watch();
}

// Any answer will do, also a refusal.
Task<void> Lane::ping(LanePtr lane) {
  mcp::Terms ours;
  ours.client_info = mcp::kOurselves;
  Outgoing out;
  out.id = lane->next_id();
  out.timeout = lane->health_;
  mcp::prepare(out.message, out.headers, std::to_string(out.id),
               lane->modern() ? "server/discover" : "ping", "{}", lane->era(), ours);
  const auto answer = co_await lane->opened_.link->request(std::move(out));
  if (answer || answer.error().http_status != 0) lane->lives();
}

void Lane::die() {
  const auto self = shared_from_this();
  dead_ = base::Error{
      fmt::format("nothing was heard from it for {} s, nor did it answer a ping; it is given up",
                  std::chrono::duration_cast<std::chrono::seconds>(health_).count()),
      server_, "call again: it is started anew. Raise its healthTimeout if it only was busy"};
  house_.lost(*this, *dead_);
  close();
}

void Lane::heard(rpc::Message notification, CallId related) {
  lives();
  Patron* patron = related != 0 ? this->patron(related) : sole_patron(false);
  house_.heard(*this, std::move(notification), patron);
}

void Lane::asked(rpc::Message request, CallId related) {
  lives();
  Patron* patron = related != 0 ? this->patron(related) : sole_patron(true);
  house_.asked(*this, std::move(request), patron);
}

void Lane::ended(const base::Error& why) { house_.lost(*this, why); }

}  // namespace touchstone::upstream
