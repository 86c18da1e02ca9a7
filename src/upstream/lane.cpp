#include "upstream/lane.hpp"

#include <fmt/format.h>

#include "base/hash.hpp"
#include "upstream/trouble.hpp"

namespace touchstone::upstream {

Task<LinkResult<void>> Lane::open(const config::Server& server, const mcp::Terms& declare,
                                  Context context, std::optional<mcp::Era> known) {
  const auto self = shared_from_this();
  loop_ = &context.loop;
  declared_ = declare.features;
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
  auto response = co_await opened_.link->request(std::move(out));
  calls_.erase(id);
  load_->in_flight -= one;
  used_at_ = net::Clock::now();
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

void Lane::heard(rpc::Message notification, CallId related) {
  Patron* patron = related != 0 ? this->patron(related) : sole_patron(false);
  house_.heard(*this, std::move(notification), patron);
}

void Lane::asked(rpc::Message request, CallId related) {
  Patron* patron = related != 0 ? this->patron(related) : sole_patron(true);
  house_.asked(*this, std::move(request), patron);
}

void Lane::ended(const base::Error& why) { house_.lost(*this, why); }

}  // namespace touchstone::upstream
