#include "gateway/notices.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "gateway/relayed.hpp"
#include "json/splice.hpp"
#include "json/string.hpp"
#include "json/writer.hpp"
#include "net/promise.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

using upstream::ListKind;

struct Watched final : face::Attachment {
  std::set<std::pair<std::string, std::string>> uris;  // server, URI
};

Watched& watched(face::Session& session) {
  if (session.attachment() == nullptr) session.attach(std::make_unique<Watched>());
  return static_cast<Watched&>(*session.attachment());
}

std::optional<ListKind> list_of(std::string_view method) {
  if (method == "notifications/tools/list_changed") return ListKind::kTools;
  if (method == "notifications/prompts/list_changed") return ListKind::kPrompts;
  if (method == "notifications/resources/list_changed") return ListKind::kResources;
  return std::nullopt;
}

std::string changed_notice(ListKind kind) {
  return rpc::notification(
      fmt::format("notifications/{}/list_changed", upstream::words(kind).capability));
}

// For a subscription: tagged with its id.
std::string tagged(std::string_view method, std::string_view raw_id, std::string_view members) {
  return rpc::notification(
      method, fmt::format(R"({{"_meta":{{"{}":{}}}{}{}}})", mcp::kMetaSubscription, raw_id,
                          members.empty() ? "" : ",", members));
}

// The notification without the tag of our own subscription with a modern server.
std::string untagged(const rpc::Message& notification) {
  json::Splice splice(notification.document());
  splice.remove_member(notification.param("_meta"), mcp::kMetaSubscription);
  return splice.apply();
}

Task<void> open(ServerPtr server, mcp::Terms terms) {
  (void)co_await Servers::lane(std::move(server), nullptr, terms);
}

}  // namespace

bool Notices::Listen::wants(ListKind kind) const {
  if (kind == ListKind::kTools) return tools;
  return kind == ListKind::kPrompts ? prompts : resources;
}

void Notices::enter(const std::shared_ptr<face::Session>& session) { sessions_.insert(session); }

void Notices::leave(const face::Session& session) {
  std::erase_if(sessions_, [&](const auto& it) { return it.get() == &session; });
  for (const ServerPtr& server : servers_.all()) refresh_watches(server->name());
}

std::shared_ptr<face::Session> Notices::session(std::string_view id) const {
  for (const auto& session : sessions_) {
    if (session->id() == id) return session;
  }
  return nullptr;
}

bool Notices::has_audience(const upstream::Lane& lane) const {
  const auto server = servers_.find(lane.server());
  if (!server) return false;
  const auto reaches = [&](const std::string& route) {
    const auto scope = servers_.scope(route);
    return scope && scope->has(lane.server());
  };
  return std::ranges::any_of(listens_, [&](const auto& it) { return reaches(it.route); }) ||
         std::ranges::any_of(sessions_, [&](const auto& it) {
           return reaches(it->route()) &&
                  Servers::lane_key(*server, it.get(), it->terms()) == lane.key();
         });
}

void Notices::opened(const LanePtr& lane) {
  auto server = servers_.find(lane->server());
  if (server) standing_.begin(lane, std::move(server));
}

void Notices::lost(const upstream::Lane& lane) { standing_.forget(lane); }

void Notices::heard(upstream::Lane& lane, const rpc::Message& notification, Caller* caller) {
  const std::string_view method = notification.method();
  if (method == "notifications/subscriptions/acknowledged") return;
  if (const auto kind = list_of(method)) return changed(lane, notification, *kind);
  if (method == "notifications/resources/updated") return updated(lane, notification);
  if (method == "notifications/progress") {
    // The token is the number of the call; that is surer than the stream it came on.
    const auto token = notification.param("progressToken").as_int().value_or(0);
    caller = dynamic_cast<Caller*>(lane.patron(static_cast<upstream::CallId>(token)));
    if (caller == nullptr) return;  // of a call that is over
  }
  if (caller == nullptr) return to_sessions(lane, notification);
  relay_to_call(caller->exchange, notification, caller->terms.era, caller->progress,
                caller->terms.log_level);
}

void Notices::to_sessions(upstream::Lane& lane, const rpc::Message& notification) {
  const auto server = servers_.find(lane.server());
  if (!server) return;
  for (const auto& session : sessions_) {
    const auto scope = servers_.scope(session->route());
    if (scope && scope->has(lane.server()) &&
        Servers::lane_key(*server, session.get(), session->terms()) == lane.key())
      session->send(untagged(notification));
  }
}

void Notices::changed(upstream::Lane& lane, const rpc::Message& notification, ListKind kind) {
  lane.lists.invalidate(kind);
  if (kind == ListKind::kResources) lane.lists.invalidate(ListKind::kTemplates);
  to_sessions(lane, notification);
  for (const Listen& listen : listens_) {
    const auto scope = servers_.scope(listen.route);
    if (scope && scope->has(lane.server()) && listen.wants(kind))
      listen.exchange->send(tagged(notification.method(), listen.id, {}));
  }
}

void Notices::updated(upstream::Lane& lane, const rpc::Message& notification) {
  const std::pair key(lane.server(), notification.param("uri").as_string().value_or(""));
  for (const auto& session : sessions_) {
    if (watched(*session).uris.contains(key)) session->send(untagged(notification));
  }
  for (const Listen& listen : listens_) {
    if (listen.watched.contains(key))
      listen.exchange->send(tagged(notification.method(), listen.id,
                                   fmt::format(R"("uri":{})", json::quoted(key.second))));
  }
}

void Notices::tell_changed(const std::vector<std::string>& servers, ListKind kind) {
  const auto concerns = [&](const std::string& route) {
    const auto scope = servers_.scope(route);
    const auto has = [&](const std::string& server) { return scope->has(server); };
    return scope && (!scope->single || std::ranges::any_of(servers, has));
  };
  for (const auto& session : sessions_) {
    if (concerns(session->route())) session->send(changed_notice(kind));
  }
  for (const Listen& listen : listens_) {
    if (listen.wants(kind) && concerns(listen.route)) {
      listen.exchange->send(
          tagged(fmt::format("notifications/{}/list_changed", upstream::words(kind).capability),
                 listen.id, {}));
    }
  }
}

void Notices::announce_all(const std::vector<std::string>& servers) {
  if (servers.empty()) return;
  standing_.end_retired(servers_);
  for (const ListKind kind : {ListKind::kTools, ListKind::kPrompts, ListKind::kResources})
    tell_changed(servers, kind);
}

bool Notices::may_subscribe(const face::Request& request) const {
  return request.session && watched(*request.session).uris.size() < max_;
}

bool Notices::subscribes_there(const face::Request& request, const upstream::Server& server,
                               const std::string& uri, bool on) const {
  if (server.era() == mcp::Era::kModern || request.session == nullptr) return false;
  if (on) return true;
  const std::pair key(server.name(), uri);
  const auto wants = [&](const auto& session) {
    return session != request.session && session->attachment() != nullptr &&
           watched(*session).uris.contains(key);
  };
  return std::ranges::none_of(sessions_, wants) &&
         std::ranges::none_of(listens_, [&](const Listen& it) { return it.watched.contains(key); });
}

void Notices::subscribed(const face::Request& request, const upstream::Server& server,
                         const std::string& uri, bool on) {
  const std::pair key(server.name(), uri);
  auto& uris = watched(*request.session).uris;
  if (on) {
    uris.insert(key);
  } else {
    uris.erase(key);
  }
  refresh_watches(server.name());
}

void Notices::refresh_watches(const std::string& server) {
  std::set<std::string> uris;
  const auto add = [&](const auto& pairs) {
    for (const auto& [name, uri] : pairs) {
      if (name == server) uris.insert(uri);
    }
  };
  for (const auto& session : sessions_) {
    if (session->attachment() != nullptr) add(watched(*session).uris);
  }
  for (const Listen& listen : listens_) add(listen.watched);
  standing_.watch(server, std::move(uris));
}

// Finds the server of each resource, and subscribes with those that are legacy.
Task<void> Notices::watch_all(face::Request& request, Scope scope, Listen& listen) {
  const json::View filter = request.message.param("notifications");
  for (const json::View uri : filter.find("resourceSubscriptions").elements()) {
    if (!uri.is(json::Kind::kString) || listen.watched.size() >= max_) continue;
    ServerPtr server = scope.servers.empty() ? nullptr : scope.servers.front();
    std::string there = *uri.as_string();
    if (!scope.single) {
      auto errand = co_await directory_.find(request, scope, ListKind::kResources, uri);
      if (!errand) continue;
      server = errand->server;
      if (errand->renamed) there = errand->name;
    }
    auto lane = co_await Servers::lane(server, request.session.get(), request.terms);
    if (!lane) continue;
    if (!(*lane)->modern()) {
      upstream::Outgoing out;
      out.id = (*lane)->next_id();
      out.timeout = server->config().call_timeout;
      out.message = rpc::request(std::to_string(out.id), "resources/subscribe",
                                 fmt::format(R"({{"uri":{}}})", json::quoted(there)));
      const auto agreed = co_await (*lane)->call(std::move(out), nullptr);
      if (!agreed || agreed->kind() != rpc::Kind::kResult) continue;
    }
    listen.watched.emplace(server->name(), there);
  }
}

Task<face::Answer> Notices::listen(face::Request& request, Scope scope) {
  const json::View filter = request.message.param("notifications");
  if (!filter.is(json::Kind::kObject))
    co_return face::answer_error(request.message, rpc::kInvalidParams,
                                 "Invalid params: notifications must be an object");
  const auto flag = [&](std::string_view key) {
    return filter.find(key).as_bool().value_or(false);
  };
  Listen made{&request.exchange,
              std::string(request.message.raw_id()),
              request.route,
              flag("toolsListChanged"),
              flag("promptsListChanged"),
              flag("resourcesListChanged"),
              {}};
  co_await watch_all(request, scope, made);

  json::Writer agreed;
  agreed.begin_object();
  if (made.tools) agreed.key("toolsListChanged").boolean(true);
  if (made.prompts) agreed.key("promptsListChanged").boolean(true);
  if (made.resources) agreed.key("resourcesListChanged").boolean(true);
  if (!made.watched.empty()) {
    agreed.key("resourceSubscriptions").begin_array();
    for (const auto& [server, uri] : made.watched) agreed.string(uri);
    agreed.end_array();
  }
  agreed.end_object();
  request.exchange.send(tagged("notifications/subscriptions/acknowledged", made.id,
                               fmt::format(R"("notifications":{})", agreed.text())));

  // Who only listens has not made the servers start yet.
  for (const ServerPtr& server : scope.servers) loop_.spawn(open(server, request.terms));

  net::Promise<bool> over(loop_.executor());
  request.exchange.on_cancel([&over](std::string_view) { over.keep(true); });
  const auto it = listens_.insert(listens_.end(), std::move(made));
  for (const ServerPtr& server : scope.servers) refresh_watches(server->name());
  (void)co_await over.wait();
  request.exchange.on_cancel(nullptr);
  listens_.erase(it);
  for (const ServerPtr& server : scope.servers) refresh_watches(server->name());
  co_return face::answer_result(request.message,
                                fmt::format(R"({{"resultType":"complete","_meta":{{"{}":{}}}}})",
                                            mcp::kMetaSubscription, request.message.raw_id()));
}

}  // namespace touchstone::gateway
