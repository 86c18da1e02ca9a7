#include "gateway/notices.hpp"

#include <array>
#include <set>

#include "gateway/relayed.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

using upstream::ListKind;

// Those that have a notification of their own; templates change with resources.
constexpr std::array kKinds = {ListKind::kTools, ListKind::kPrompts, ListKind::kResources};

std::optional<ListKind> list_of(std::string_view method) {
  for (const ListKind kind : kKinds) {
    if (method == changed_method(kind)) return kind;
  }
  return std::nullopt;
}

std::set<std::string> as_set(std::vector<std::string> all) { return {all.begin(), all.end()}; }

std::string level_of(const rpc::Message& notification) {
  return notification.param("level").as_string().value_or("");
}

}  // namespace

void Notices::heard(upstream::Lane& lane, const rpc::Message& notification, Caller* caller) {
  const std::string_view method = notification.method();
  if (method == "notifications/subscriptions/acknowledged") return;
  if (const auto kind = list_of(method)) return changed(lane, notification, *kind);
  if (method == "notifications/resources/updated") return watches_.updated(lane, notification);
  if (method == "notifications/progress") {
    // The token is the number of the call; that is surer than the stream it came on.
    const auto token = notification.param("progressToken").as_int().value_or(0);
    caller = dynamic_cast<Caller*>(lane.patron(static_cast<upstream::CallId>(token)));
    if (caller == nullptr) return;  // of a call that is over
    caller->reports = true;
  }
  if (caller == nullptr) return to_sessions(lane, notification);
  to_caller(lane, notification, *caller);
}

void Notices::to_caller(const upstream::Lane& lane, const rpc::Message& notification,
                        Caller& caller) {
  const bool legacy = caller.session && caller.terms.era == mcp::Era::kLegacy;
  if (legacy && notification.method() == "notifications/message" &&
      !levels_.hears(*caller.session, lane, level_of(notification)))
    return;
  relay_to_call(caller.exchange, notification, caller.terms.era, caller.progress,
                caller.terms.log_level);
}

void Notices::to_sessions(const upstream::Lane& lane, const rpc::Message& notification) {
  const bool log = notification.method() == "notifications/message";
  const std::string level = log ? level_of(notification) : "";
  const std::string text = untagged(notification);
  sessions_.on_lane(lane, [&](face::Session& session) {
    if (!log || levels_.hears(session, lane, level)) session.send(text);
  });
}

void Notices::changed(upstream::Lane& lane, const rpc::Message& notification, ListKind kind) {
  lane.lists.invalidate(kind);
  if (kind == ListKind::kResources) lane.lists.invalidate(ListKind::kTemplates);
  to_sessions(lane, notification);
  if (const auto server = servers_.find(lane.server())) listens_.changed(*server, lane, kind);
}

void Notices::tell_changed(const std::string& route, ListKind kind) {
  sessions_.on_route(route, [&](face::Session& session) {
    session.send(rpc::notification(changed_method(kind)));
  });
  listens_.changed(route, kind);
}

void Notices::all_changed(face::Session& session) {
  for (const ListKind kind : kKinds) session.send(rpc::notification(changed_method(kind)));
}

bool Notices::has_audience(const upstream::Lane& lane) const {
  bool any = false;
  sessions_.on_lane(lane, [&any](const face::Session&) { any = true; });
  for (const std::string& route : servers_.routes_to(lane.server()))
    any = any || listens_.any_on(route);
  return any;
}

void Notices::announce(const std::string& server, ListKind kind) {
  const ListKind told = kind == ListKind::kTemplates ? ListKind::kResources : kind;
  for (const std::string& route : servers_.routes_to(server)) tell_changed(route, told);
}

void Notices::announce_all(const std::vector<std::string>& servers) {
  if (servers.empty()) return;
  watches_.servers_changed();
  std::set<std::string> routes;
  for (const std::string& server : servers) routes.merge(as_set(servers_.routes_to(server)));
  for (const ListKind kind : kKinds) {
    for (const std::string& route : routes) tell_changed(route, kind);
  }
}

}  // namespace touchstone::gateway
