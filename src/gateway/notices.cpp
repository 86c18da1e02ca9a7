#include "gateway/notices.hpp"

#include <array>
#include <set>

#include "gateway/relayed.hpp"
#include "gateway/subject.hpp"
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

void Notices::heard(upstream::Lane& lane, const rpc::Message& notification, Caller* caller,
                    const Overheard& heard) {
  const Said said{lane, notification, heard};
  const std::string_view method = notification.method();
  if (method == "notifications/subscriptions/acknowledged") return;
  if (const auto kind = list_of(method)) return changed(said, *kind);
  if (method == "notifications/resources/updated") {
    return watches_.updated(lane, notification, [&](face::Session& session, std::string text) {
      tell(lane, notification, heard, session, std::move(text));
    });
  }
  if (method == "notifications/progress") {
    // The token is the number of the call; that is surer than the stream it came on.
    const auto token = notification.param("progressToken").as_int().value_or(0);
    caller = dynamic_cast<Caller*>(lane.patron(static_cast<upstream::CallId>(token)));
    if (caller == nullptr) return;  // of a call that is over
    caller->reports = caller->reports || !heard.withheld;
  }
  if (caller == nullptr) return to_sessions(said);
  to_caller(said, *caller);
}

void Notices::to_caller(const Said& said, Caller& caller) {
  const rpc::Message& notification = said.notification;
  const bool legacy = caller.session && caller.terms.era == mcp::Era::kLegacy;
  if (legacy && notification.method() == "notifications/message" &&
      !levels_.hears(*caller.session, said.lane, level_of(notification)))
    return;
  auto text =
      text_for_call(notification, caller.terms.era, caller.progress, caller.terms.log_level);
  if (!text) return;
  ear_.pass_on(notification, said.heard,
               {.who = [&caller] { return hearer_in_call(*caller.request, *caller.errand); },
                .send = [&to = caller.exchange, text = std::move(*text)] { to.send(text); }});
}

void Notices::tell(const upstream::Lane& lane, const rpc::Message& notification,
                   const Overheard& heard, face::Session& session, std::string text) {
  const auto who = [&] {
    const auto server = servers_.find(lane.server());
    return hearer_between_calls(session, sessions_.name_of(session), lane.server(), server.get());
  };
  ear_.pass_on(notification, heard,
               {.who = who, .send = [to = session.shared_from_this(), text = std::move(text)] {
                  to->send(text);
                }});
}

void Notices::to_sessions(const Said& said) {
  const bool log = said.notification.method() == "notifications/message";
  const std::string level = log ? level_of(said.notification) : "";
  const std::string text = untagged(said.notification);
  sessions_.on_lane(said.lane, [&](face::Session& session) {
    if (!log || levels_.hears(session, said.lane, level))
      tell(said.lane, said.notification, said.heard, session, text);
  });
}

// Of one that is withheld its bare form follows.
void Notices::changed(const Said& said, ListKind kind) {
  if (said.heard.withheld) return to_sessions(said);
  upstream::Lane& lane = said.lane;
  lane.lists.invalidate(kind);
  if (kind == ListKind::kResources) lane.lists.invalidate(ListKind::kTemplates);
  to_sessions(said);
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
