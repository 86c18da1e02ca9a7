#include "gateway/servers.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/text.hpp"

namespace touchstone::gateway {
namespace {

constexpr std::string_view kOne = "/mcp/s/";
constexpr std::string_view kView = "/mcp/v/";

// Is it run and spoken to in the same way? What is believed of it, and where it stands in the file,
// does not matter: nobody restarts a server for that.
bool runs_the_same(config::Server one, const config::Server& other) {
  one.where = other.where;
  one.trust = other.trust;
  one.inference_trust = other.inference_trust;
  one.rules = other.rules;
  one.roots = other.roots;
  one.overrides = other.overrides;
  one.share_labels = other.share_labels;
  one.declassifies = other.declassifies;
  one.on_drift = other.on_drift;
  one.idle_timeout = other.idle_timeout;
  one.health_timeout = other.health_timeout;
  one.max_processes = other.max_processes;
  one.writes = other.writes;
  one.max_heavy = other.max_heavy;
  one.heavy_hours = other.heavy_hours;
  one.slow_timeout = other.slow_timeout;
  return one == other;
}

bool says_the_same(config::Server one, const config::Server& other) {
  one.where = other.where;
  return one == other;
}

bool is_used(const config::Server& server) {
  return !server.disabled && server.trust != config::Trust::kBlocked;
}

bool is_one_of(const std::vector<std::string>& patterns, std::string_view name) {
  return std::ranges::any_of(
      patterns, [&](const std::string& pattern) { return base::matches_glob(name, pattern); });
}

}  // namespace

bool Scope::has(std::string_view server) const {
  return std::ranges::any_of(servers, [&](const ServerPtr& it) { return it->name() == server; });
}

Servers::Servers(const config::Config& config, upstream::Context context, upstream::House& house)
    : context_(context), house_(house) {
  reload(config);
}

std::vector<std::string> Servers::names() const {
  std::vector<std::string> out;
  for (const ServerPtr& server : all_) out.push_back(server->name());
  return out;
}

ServerPtr Servers::find(std::string_view name) const {
  const auto it = std::ranges::find_if(all_, [&](const auto& s) { return s->name() == name; });
  return it == all_.end() ? nullptr : *it;
}

bool Servers::is_in(const config::View& view, const upstream::Server& server) const {
  return view.servers.empty() || is_one_of(view.servers, server.name());
}

std::shared_ptr<const config::View> Servers::view_of(std::string_view route) const {
  if (!route.starts_with(kView)) return nullptr;
  const auto it = std::ranges::find_if(
      views_, [&](const auto& view) { return view->name == route.substr(kView.size()); });
  return it == views_.end() ? nullptr : *it;
}

bool Servers::has_route(std::string_view route) const {
  return route == kAll || route == kReadOnly || view_of(route) ||
         (route.starts_with(kOne) && find(route.substr(kOne.size())));
}

std::vector<std::string> Servers::routes_to(std::string_view server) const {
  std::vector<std::string> routes{std::string(kAll), std::string(kReadOnly)};
  const auto found = find(server);
  for (const auto& view : views_) {
    if (!found || is_in(*view, *found)) routes.push_back(fmt::format("{}{}", kView, view->name));
  }
  routes.push_back(fmt::format("{}{}", kOne, server));
  return routes;
}

std::optional<Scope> Servers::scope(std::string_view route) const {
  Scope scope;
  if (route == kAll || route == kReadOnly) {
    scope.servers = all_;
    scope.routing = routing_;
    if (route == kReadOnly) scope.most = model::Tier::kRead;
    return scope;
  }
  if (auto view = view_of(route)) {
    std::ranges::copy_if(all_, std::back_inserter(scope.servers),
                         [&](const ServerPtr& server) { return is_in(*view, *server); });
    scope.routing = view->routing;
    scope.most = view->tier;
    scope.view = std::move(view);
    return scope;
  }
  if (!route.starts_with(kOne)) return std::nullopt;
  auto server = find(route.substr(kOne.size()));
  if (!server) return std::nullopt;
  scope.servers.push_back(std::move(server));
  scope.single = true;
  return scope;
}

bool Scope::has_tool(std::string_view name, std::string_view plain) const {
  if (!view) return true;
  const bool chosen =
      view->tools.empty() || is_one_of(view->tools, name) || is_one_of(view->tools, plain);
  return chosen && !is_one_of(view->except, name) && !is_one_of(view->except, plain);
}

std::string Servers::lane_key(const upstream::Server& server, const face::Session* session,
                              const mcp::Terms& terms) {
  if (server.era() == mcp::Era::kModern) return {};
  const config::Isolation isolation = server.config().isolation;
  if (isolation == config::Isolation::kShared) return {};
  const bool matters = terms.features.can_be_asked() || terms.features.others ||
                       isolation == config::Isolation::kSession;
  const bool own = session != nullptr && terms.era == mcp::Era::kLegacy && matters;
  return own ? session->id() : upstream::shared_key(terms.features, terms.principal);
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

Servers::Changes Servers::reload(const config::Config& config) {
  Changes changes;
  auto& touched = changes.touched;
  std::vector<ServerPtr> next;
  routing_ = config.routing;
  views_.clear();
  for (const config::View& view : config.views)
    views_.push_back(std::make_shared<const config::View>(view));
  for (const config::Server& wanted : config.servers) {
    if (!is_used(wanted)) continue;
    auto server = find(wanted.name);
    if (!server || !runs_the_same(server->config(), wanted)) {
      server = std::make_shared<upstream::Server>(wanted, context_, house_);
      touched.push_back(wanted.name);
    } else {
      if (!says_the_same(server->config(), wanted)) changes.rethought.push_back(wanted.name);
      server->believe(wanted);
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
  return changes;
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
