// Sessions: the legacy clients that are here, found by their id and by the lane they talk on.
//
// What a server says reaches many of them at once, so they stand in groups: those of one principal
// on the same route with the same capabilities talk to any server on the same lane, or each on its
// own.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "gateway/servers.hpp"
#include "store/session.hpp"

namespace touchstone::gateway {

using SessionPtr = std::shared_ptr<face::Session>;

class Sessions {
 public:
  using Act = std::function<void(face::Session&)>;

  explicit Sessions(const Servers& servers) : servers_(servers) {}

  // Between these two it is being introduced: it has lanes, but cannot be asked anything yet.
  void expect(const std::string& id) { arriving_.insert(id); }
  void enter(const SessionPtr& session);
  void leave(const face::Session& session);
  [[nodiscard]] bool is_arriving(std::string_view id) const { return arriving_.contains(id); }
  [[nodiscard]] SessionPtr find(std::string_view id) const;  // or none
  [[nodiscard]] std::size_t size() const { return by_id_.size(); }

  // Which agent's session it was when it last said so by a marker; else its own (subject.hpp).
  void speaks_as(const face::Session& session, store::SessionName name);
  [[nodiscard]] const store::SessionName* name_of(const face::Session& session) const;

  // Those that talk to the lane's server on this very lane.
  void on_lane(const upstream::Lane& lane, const Act& act) const;
  void on_route(const std::string& route, const Act& act) const;

 private:
  using Group = std::set<SessionPtr>;
  using GroupKey = std::pair<std::string, std::string>;  // route, principal and capabilities
  static GroupKey group_of(const face::Session& session);
  void each_group(const std::string& route, const std::function<void(const Group&)>& act) const;

  const Servers& servers_;
  std::set<std::string, std::less<>> arriving_;
  std::map<std::string, SessionPtr, std::less<>> by_id_;
  std::map<GroupKey, Group> groups_;
  std::map<std::string, store::SessionName> names_;  // of those in by_id_, by id
};

}  // namespace touchstone::gateway
