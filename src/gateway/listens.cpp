#include "gateway/listens.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "json/string.hpp"
#include "json/writer.hpp"
#include "net/promise.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

using upstream::ListKind;

// For a subscription: tagged with its id.
std::string tagged(std::string_view method, std::string_view raw_id, std::string_view members) {
  return rpc::notification(
      method, fmt::format(R"({{"_meta":{{"{}":{}}}{}{}}})", mcp::kMetaSubscription, raw_id,
                          members.empty() ? "" : ",", members));
}

Task<void> open(ServerPtr server, mcp::Terms terms) {
  (void)co_await Servers::lane(std::move(server), nullptr, terms);
}

}  // namespace

std::string changed_method(ListKind kind) {
  return fmt::format("notifications/{}/list_changed", upstream::words(kind).capability);
}

struct Listens::Listen final : Watcher {
  Listen(face::Request& request, json::View filter)
      : exchange(request.exchange),
        id(request.message.raw_id()),
        route(request.route),
        from(request.session),
        said(request.terms) {
    const auto flag = [&](std::string_view key) {
      return filter.find(key).as_bool().value_or(false);
    };
    tools = flag("toolsListChanged");
    prompts = flag("promptsListChanged");
    resources = flag("resourcesListChanged");
  }

  [[nodiscard]] const face::Session* session() const override { return from.get(); }
  [[nodiscard]] const mcp::Terms& terms() const override { return said; }
  void updated(const rpc::Message& notification, const std::string& uri,
               const Relay& /*its words are not passed on*/) override {
    if (!acknowledged) return;
    exchange.send(tagged(notification.method(), id, fmt::format(R"("uri":{})", json::quoted(uri))));
  }
  [[nodiscard]] bool wants(ListKind kind) const {
    if (kind == ListKind::kTools) return tools;
    return kind == ListKind::kPrompts ? prompts : resources;
  }
  // What the client is told that it will hear.
  [[nodiscard]] std::string agreed() const {
    json::Writer out;
    out.begin_object();
    if (tools) out.key("toolsListChanged").boolean(true);
    if (prompts) out.key("promptsListChanged").boolean(true);
    if (resources) out.key("resourcesListChanged").boolean(true);
    if (!watched.empty()) {
      out.key("resourceSubscriptions").begin_array();
      for (const std::string& uri : watched) out.string(uri);
      out.end_array();
    }
    out.end_object();
    return std::move(out).take();
  }

  face::Exchange& exchange;
  std::string id;  // raw
  std::string route;
  SessionPtr from;
  mcp::Terms said;
  bool acknowledged = false;
  bool tools = false, prompts = false, resources = false;
  std::vector<std::string> watched;  // URIs, as the client asked
};

// Finds the server of a resource, and subscribes with it if it is legacy.
Task<void> Listens::watch(face::Request& request, Scope scope, json::View uri, Listen& listen) {
  Errand errand{scope.servers.front(), {}, {}};
  if (!scope.single) {
    auto found = co_await directory_.find(request, scope, ListKind::kResources, uri);
    if (!found) co_return;
    errand = std::move(*found);
  }
  const std::string there = errand.renamed ? errand.name : *uri.as_string();
  const ServerPtr server = errand.server;
  errand.renamed = uri;
  errand.name = there;
  if (may_watch_) {
    auto allowed = may_watch_(request, std::move(errand));
    if (!co_await std::move(allowed)) co_return;
  }
  auto lane = co_await Servers::lane(server, request.session.get(), request.terms);
  if (!lane || request.exchange.cancelled()) co_return;
  const Resource resource(server->name(), there);
  if (!(*lane)->modern() && !watches_.is_shared(listen, resource)) {
    const bool agreed = co_await Watches::subscribe(*lane, there, server->config().call_timeout);
    if (!agreed) co_return;
  }
  listen.watched.push_back(*uri.as_string());
  watches_.add(listen, resource, *uri.as_string());
}

Task<void> Listens::watch_all(face::Request& request, Scope scope, Listen& listen) {
  const json::View filter = request.message.param("notifications");
  if (scope.servers.empty()) co_return;
  std::size_t left_out = 0;
  for (const json::View uri : filter.find("resourceSubscriptions").elements()) {
    if (!uri.is(json::Kind::kString) || request.exchange.cancelled()) continue;
    if (watches_.count(listen) >= max_ || watches_.is_full()) {
      ++left_out;
    } else {
      co_await watch(request, scope, uri, listen);
    }
  }
  if (left_out > 0)
    log_.warning("{} wants to watch too many resources; {} are left out (limits.maxSubscriptions)",
                 request.principal, left_out);
}

Task<face::Answer> Listens::listen(face::Request& request, Scope scope) {
  const json::View filter = request.message.param("notifications");
  if (!filter.is(json::Kind::kObject))
    co_return face::answer_error(request.message, rpc::kInvalidParams,
                                 "Invalid params: notifications must be an object");
  if (count_ >= kMaxOpen)
    co_return face::answer_error(request.message, rpc::kTooMany, "too many subscriptions");
  ++count_;
  Listen made(request, filter);
  co_await watch_all(request, scope, made);
  request.exchange.send(tagged("notifications/subscriptions/acknowledged", made.id,
                               fmt::format(R"("notifications":{})", made.agreed())));
  made.acknowledged = true;
  // Who only listens has not made the servers start yet.
  for (const ServerPtr& server : scope.servers) loop_.spawn(open(server, request.terms));
  co_await hold(request, made);
  watches_.remove_all(made);
  --count_;
  co_return face::answer_result(request.message,
                                fmt::format(R"({{"resultType":"complete","_meta":{{"{}":{}}}}})",
                                            mcp::kMetaSubscription, request.message.raw_id()));
}

Task<void> Listens::hold(face::Request& request, Listen& listen) {
  net::Promise<bool> over(loop_.executor());
  request.exchange.on_cancel([&over](std::string_view) { over.keep(true); });
  by_route_[listen.route].insert(&listen);
  (void)co_await over.wait();
  request.exchange.on_cancel(nullptr);
  const auto it = by_route_.find(listen.route);
  it->second.erase(&listen);
  if (it->second.empty()) by_route_.erase(it);
}

void Listens::tell(const Listen& listen, ListKind kind) {
  if (listen.wants(kind)) listen.exchange.send(tagged(changed_method(kind), listen.id, {}));
}

void Listens::changed(const upstream::Server& server, const upstream::Lane& lane,
                      ListKind kind) const {
  for (const std::string& route : servers_.routes_to(server.name())) {
    const auto found = by_route_.find(route);
    if (found == by_route_.end()) continue;
    for (const Listen* listen : found->second) {
      if (Servers::lane_key(server, listen->session(), listen->terms()) == lane.key())
        tell(*listen, kind);
    }
  }
}

void Listens::changed(std::string_view route, ListKind kind) const {
  const auto found = by_route_.find(route);
  if (found == by_route_.end()) return;
  for (const Listen* listen : found->second) tell(*listen, kind);
}

}  // namespace touchstone::gateway
