#include "gateway/sessions.hpp"

namespace touchstone::gateway {

Sessions::GroupKey Sessions::group_of(const face::Session& session) {
  return {session.route(), session.terms().principal + '\n' + session.terms().capabilities};
}

void Sessions::enter(const SessionPtr& session) {
  arriving_.erase(session->id());
  by_id_.insert_or_assign(session->id(), session);
  groups_[group_of(*session)].insert(session);
}

void Sessions::leave(const face::Session& session) {
  arriving_.erase(session.id());
  const auto it = by_id_.find(session.id());
  if (it == by_id_.end()) return;
  if (const auto group = groups_.find(group_of(session)); group != groups_.end()) {
    group->second.erase(it->second);
    if (group->second.empty()) groups_.erase(group);
  }
  by_id_.erase(it);
  names_.erase(session.id());
}

void Sessions::speaks_as(const face::Session& session, store::SessionName name) {
  if (by_id_.contains(session.id())) names_.insert_or_assign(session.id(), std::move(name));
}

const store::SessionName* Sessions::name_of(const face::Session& session) const {
  const auto it = names_.find(session.id());
  return it == names_.end() ? nullptr : &it->second;
}

SessionPtr Sessions::find(std::string_view id) const {
  const auto it = by_id_.find(id);
  return it == by_id_.end() ? nullptr : it->second;
}

void Sessions::each_group(const std::string& route,
                          const std::function<void(const Group&)>& act) const {
  auto it = groups_.lower_bound({route, ""});
  for (; it != groups_.end() && it->first.first == route; ++it) act(it->second);
}

void Sessions::on_lane(const upstream::Lane& lane, const Act& act) const {
  if (const auto own = find(lane.key())) return act(*own);
  const auto server = servers_.find(lane.server());
  if (!server) return;
  const auto if_here = [&](const Group& group) {
    const face::Session& first = **group.begin();
    if (Servers::lane_key(*server, &first, first.terms()) != lane.key()) return;
    for (const SessionPtr& session : group) act(*session);
  };
  for (const std::string& route : servers_.routes_to(lane.server())) each_group(route, if_here);
}

void Sessions::on_route(const std::string& route, const Act& act) const {
  each_group(route, [&](const Group& group) {
    for (const SessionPtr& session : group) act(*session);
  });
}

}  // namespace touchstone::gateway
