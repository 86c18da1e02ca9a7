#include "gateway/servers.hpp"

#include <algorithm>

namespace touchstone::gateway {
namespace {

constexpr std::string_view kOne = "/mcp/s/";

// Where it stands in the file does not matter: a line more above it changes nothing.
bool is_same(config::Server one, const config::Server& other) {
  one.where = other.where;
  return one == other;
}

}  // namespace

bool Scope::has(std::string_view server) const {
  return std::ranges::any_of(servers, [&](const ServerPtr& it) { return it->name() == server; });
}

Servers::Servers(const config::Config& config, upstream::Context context, upstream::House& house)
    : context_(context), house_(house) {
  reload(config);
}

ServerPtr Servers::find(std::string_view name) const {
  const auto it = std::ranges::find_if(all_, [&](const auto& s) { return s->name() == name; });
  return it == all_.end() ? nullptr : *it;
}

bool Servers::has_route(std::string_view route) const {
  return route == kAll || (route.starts_with(kOne) && find(route.substr(kOne.size())));
}

std::array<std::string, 2> Servers::routes_to(std::string_view server) {
  return {std::string(kAll), fmt::format("{}{}", kOne, server)};
}

std::optional<Scope> Servers::scope(std::string_view route) const {
  if (route == kAll) return Scope{all_, false};
  if (!route.starts_with(kOne)) return std::nullopt;
  auto server = find(route.substr(kOne.size()));
  if (!server) return std::nullopt;
  return Scope{{std::move(server)}, true};
}

std::string Servers::lane_key(const upstream::Server& server, const face::Session* session,
                              const mcp::Terms& terms) {
  if (server.era() == mcp::Era::kModern) return {};
  if (server.config().isolation == config::Isolation::kShared) return {};
  const bool own = session != nullptr && terms.era == mcp::Era::kLegacy &&
                   (terms.features.can_be_asked() || terms.features.others);
  return own ? session->id() : upstream::shared_key(terms.features);
}

Task<LinkResult<LanePtr>> Servers::lane(ServerPtr server, const face::Session* session,
                                        const mcp::Terms& terms) {
  co_await server->settle();
  std::string key = lane_key(*server, session, terms);
  std::weak_ptr<const void> owner;
  if (session != nullptr) owner = session->weak_from_this();
  auto lane = co_await server->lane(std::move(key), terms, std::move(owner));
  if (session == nullptr || !session->ended()) co_return lane;
  // It went while we waited, and nobody will close what was opened for it.
  server->close_lane(session->id());
  co_return tl::unexpected(
      LinkError{upstream::Trouble::kCancelled, {"the client has gone", server->name(), ""}, 0, {}});
}

std::vector<std::string> Servers::reload(const config::Config& config) {
  std::vector<std::string> touched;
  std::vector<ServerPtr> next;
  for (const config::Server& wanted : config.servers) {
    if (wanted.disabled) continue;
    auto server = find(wanted.name);
    if (!server || !is_same(server->config(), wanted)) {
      server = std::make_shared<upstream::Server>(wanted, context_, house_);
      touched.push_back(wanted.name);
    }
    next.push_back(std::move(server));
  }
  std::erase_if(retired_, [](const ServerPtr& server) { return server->ended(); });
  for (const ServerPtr& old : all_) {
    if (std::ranges::find(next, old) != next.end()) continue;
    old->retire();
    retired_.push_back(old);
    if (std::ranges::find(touched, old->name()) == touched.end()) touched.push_back(old->name());
  }
  all_ = std::move(next);
  return touched;
}

void Servers::session_closed(const face::Session& session) {
  for (const ServerPtr& server : all_) server->close_lane(session.id());
  for (const ServerPtr& server : retired_) server->close_lane(session.id());
}

bool Servers::ended() const {
  const auto has_ended = [](const ServerPtr& server) { return server->ended(); };
  return std::ranges::all_of(all_, has_ended) && std::ranges::all_of(retired_, has_ended);
}

void Servers::close() {
  for (const ServerPtr& server : all_) server->close();
  for (const ServerPtr& server : retired_) server->close();
}

}  // namespace touchstone::gateway
