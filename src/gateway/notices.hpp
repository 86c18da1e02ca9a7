// Notices: what servers say on their own, and who hears it.
//
// Legacy clients hear what belongs to their session on its stream; modern ones what they asked for
// with subscriptions/listen. A change of a list goes to everybody whose route leads to the server
// and who talks to it on that lane; an update of a resource to those who watch it.
#pragma once

#include <list>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gateway/caller.hpp"
#include "gateway/directory.hpp"
#include "gateway/servers.hpp"
#include "gateway/standing.hpp"

namespace touchstone::gateway {

class Notices {
 public:
  Notices(net::Loop& loop, Servers& servers, Directory& directory, std::size_t max_subscriptions)
      : loop_(loop),
        servers_(servers),
        directory_(directory),
        standing_(loop),
        max_(max_subscriptions) {}

  void enter(const std::shared_ptr<face::Session>& session);  // a legacy client
  void leave(const face::Session& session);
  [[nodiscard]] std::shared_ptr<face::Session> session(std::string_view id) const;  // or none

  void heard(upstream::Lane& lane, const rpc::Message& notification, Caller* caller);
  void opened(const LanePtr& lane);
  void lost(const upstream::Lane& lane);
  // Would anybody hear what this lane's server says on its own?
  [[nodiscard]] bool has_audience(const upstream::Lane& lane) const;
  // The config changed: everybody who can see these servers hears that all lists did.
  void announce_all(const std::vector<std::string>& servers);

  // subscriptions/listen of a modern client: stays until the client ends it.
  Task<face::Answer> listen(face::Request& request, Scope scope);
  // resources/subscribe and /unsubscribe of a legacy client: remembers it, once the server agreed.
  // True if the server must be asked: a modern one is not, and one that others still want to hear
  // from is not told to stop.
  [[nodiscard]] bool subscribes_there(const face::Request& request, const upstream::Server& server,
                                      const std::string& uri, bool on) const;
  void subscribed(const face::Request& request, const upstream::Server& server,
                  const std::string& uri, bool on);
  [[nodiscard]] bool may_subscribe(const face::Request& request) const;

 private:
  struct Listen {
    face::Exchange* exchange;
    std::string id;  // raw
    std::string route;
    bool tools, prompts, resources;
    std::set<std::pair<std::string, std::string>> watched;  // server, URI
    [[nodiscard]] bool wants(upstream::ListKind kind) const;
  };

  void changed(upstream::Lane& lane, const rpc::Message& notification, upstream::ListKind kind);
  void updated(upstream::Lane& lane, const rpc::Message& notification);
  void to_sessions(upstream::Lane& lane, const rpc::Message& notification);
  void tell_changed(const std::vector<std::string>& servers, upstream::ListKind kind);
  Task<void> watch_all(face::Request& request, Scope scope, Listen& listen);
  void refresh_watches(const std::string& server);

  net::Loop& loop_;
  Servers& servers_;
  Directory& directory_;
  Standing standing_;
  std::size_t max_;
  std::set<std::shared_ptr<face::Session>> sessions_;
  std::list<Listen> listens_;
};

}  // namespace touchstone::gateway
