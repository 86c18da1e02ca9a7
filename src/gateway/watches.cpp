#include "gateway/watches.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "json/splice.hpp"
#include "json/string.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

Task<LinkResult<rpc::Message>> tell(LanePtr lane, std::string_view method, std::string uri,
                                    net::Duration timeout) {
  upstream::Outgoing out;
  out.id = lane->next_id();
  out.timeout = timeout;
  out.message = rpc::request(std::to_string(out.id), method,
                             fmt::format(R"({{"uri":{}}})", json::quoted(uri)));
  co_return co_await lane->call(std::move(out), nullptr);
}

Task<void> unsubscribe(LanePtr lane, std::string uri, net::Duration timeout) {
  (void)co_await tell(std::move(lane), "resources/unsubscribe", std::move(uri), timeout);
}

Task<void> subscribe_all(LanePtr lane, std::vector<std::string> uris, net::Duration timeout) {
  for (std::string& uri : uris) {
    if (!lane->is_open()) co_return;
    (void)co_await Watches::subscribe(lane, std::move(uri), timeout);
  }
}

}  // namespace

std::string untagged(const rpc::Message& notification) {
  json::Splice splice(notification.document());
  splice.remove_member(notification.param("_meta"), mcp::kMetaSubscription);
  return splice.apply();
}

Task<bool> Watches::subscribe(LanePtr lane, std::string uri, net::Duration timeout) {
  const auto agreed =
      co_await tell(std::move(lane), "resources/subscribe", std::move(uri), timeout);
  co_return agreed && agreed->kind() == rpc::Kind::kResult;
}

std::size_t Watches::count(const Watcher& watcher) const {
  const auto it = of_.find(&watcher);
  return it == of_.end() ? 0 : it->second.size();
}

bool Watches::is_on(const upstream::Server& server, const Watcher& watcher, std::string_view lane) {
  return Servers::lane_key(server, watcher.session(), watcher.terms()) == lane;
}

const Watches::Names* Watches::names(const Resource& resource) const {
  const auto of_server = all_.find(resource.first);
  if (of_server == all_.end()) return nullptr;
  const auto it = of_server->second.find(resource.second);
  return it == of_server->second.end() ? nullptr : &it->second;
}

bool Watches::is_shared(const Watcher& watcher, const Resource& resource) const {
  const Names* found = names(resource);
  const auto server = servers_.find(resource.first);
  if (found == nullptr || !server) return false;
  const auto lane = Servers::lane_key(*server, watcher.session(), watcher.terms());
  return std::ranges::any_of(*found, [&](const auto& entry) {
    return entry.first != &watcher && is_on(*server, *entry.first, lane);
  });
}

void Watches::add(Watcher& watcher, const Resource& resource, const std::string& uri) {
  all_[resource.first][resource.second].insert_or_assign(&watcher, uri);
  if (of_[&watcher].insert(resource).second) ++size_;
  refresh(resource.first);
}

void Watches::remove(Watcher& watcher, const Resource& resource) {
  const auto mine = of_.find(&watcher);
  if (mine == of_.end() || mine->second.erase(resource) == 0) return;
  if (mine->second.empty()) of_.erase(mine);
  --size_;
  OfServer& of_server = all_[resource.first];
  Names& found = of_server[resource.second];
  found.erase(&watcher);
  if (found.empty()) of_server.erase(resource.second);
  if (of_server.empty()) all_.erase(resource.first);
  refresh(resource.first);
}

void Watches::remove_all(Watcher& watcher) {
  const auto mine = of_.find(&watcher);
  if (mine == of_.end()) return;
  for (const Resource& resource : std::set<Resource>(mine->second)) {
    const auto server = servers_.find(resource.first);
    const auto lane =
        server ? server->find(Servers::lane_key(*server, watcher.session(), watcher.terms()))
               : nullptr;
    if (lane && !lane->modern() && !is_shared(watcher, resource))
      loop_.spawn(unsubscribe(lane, resource.second, server->config().call_timeout));
    remove(watcher, resource);
  }
}

void Watches::updated(const upstream::Lane& lane, const rpc::Message& notification,
                      const Relay& relay) {
  const auto server = servers_.find(lane.server());
  const Names* found = names({lane.server(), notification.param("uri").as_string().value_or("")});
  if (found == nullptr || !server) return;
  for (const auto& [watcher, uri] : *found) {
    if (is_on(*server, *watcher, lane.key())) watcher->updated(notification, uri, relay);
  }
}

void Watches::opened(const LanePtr& lane) {
  const auto server = servers_.find(lane->server());
  if (!server) return;
  if (lane->modern()) return standing_.begin(lane, server);
  const auto of_server = all_.find(lane->server());
  if (of_server == all_.end()) return;
  std::vector<std::string> uris;
  for (const auto& [uri, watchers] : of_server->second) {
    if (std::ranges::any_of(
            watchers, [&](const auto& entry) { return is_on(*server, *entry.first, lane->key()); }))
      uris.push_back(uri);
  }
  if (!uris.empty())
    loop_.spawn(subscribe_all(lane, std::move(uris), server->config().call_timeout));
}

void Watches::refresh(const std::string& server) {
  std::set<std::string> uris;
  if (const auto it = all_.find(server); it != all_.end()) {
    for (const auto& [uri, watchers] : it->second) uris.insert(uri);
  }
  standing_.watch(server, std::move(uris));
}

}  // namespace touchstone::gateway
