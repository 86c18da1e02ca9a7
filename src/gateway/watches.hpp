// Watches: who wants to hear of which resource, under which URI, and what the servers know of it.
//
// A modern server hears of all watched resources at once (standing.hpp). A legacy one is told of
// each on the lane of whoever watches it: again when that lane opens anew, and that it is over when
// the last one on the lane has gone. An update reaches those who watch on the lane it came on, once
// each, with the URI they asked for.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gateway/sessions.hpp"
#include "gateway/standing.hpp"

namespace touchstone::gateway {

// How a notification gets to a legacy session, as this text.
using Relay = std::function<void(face::Session&, std::string)>;

// Who watches: a legacy session, or a listen of a modern client.
class Watcher {
 public:
  virtual ~Watcher() = default;
  [[nodiscard]] virtual const face::Session* session() const = 0;  // or none
  [[nodiscard]] virtual const mcp::Terms& terms() const = 0;
  virtual void updated(const rpc::Message& notification, const std::string& uri,
                       const Relay& relay) = 0;
};

// A resource: the server's name, and its URI there.
using Resource = std::pair<std::string, std::string>;

class Watches {
 public:
  static constexpr std::size_t kMaxOfAll = 100'000;  // of all clients together

  Watches(net::Loop& loop, Servers& servers) : loop_(loop), servers_(servers), standing_(loop) {}

  [[nodiscard]] std::size_t count(const Watcher& watcher) const;
  [[nodiscard]] bool is_full() const { return size_ >= kMaxOfAll; }
  // Does anybody else on this one's lane watch it?
  [[nodiscard]] bool is_shared(const Watcher& watcher, const Resource& resource) const;

  // The server has agreed. `uri` is what the client calls it.
  void add(Watcher& watcher, const Resource& resource, const std::string& uri);
  // The server knows already.
  void remove(Watcher& watcher, const Resource& resource);
  // It has gone; servers on lanes where nobody else watches are told.
  void remove_all(Watcher& watcher);
  // resources/subscribe with a legacy server: did it agree?
  [[nodiscard]] static Task<bool> subscribe(LanePtr lane, std::string uri, net::Duration timeout);

  void updated(const upstream::Lane& lane, const rpc::Message& notification, const Relay& relay);
  void opened(const LanePtr& lane);
  void lost(const upstream::Lane& lane) { standing_.forget(lane); }
  void servers_changed() { standing_.end_retired(servers_); }

 private:
  using Names = std::map<Watcher*, std::string>;  // who, and what it calls the resource
  using OfServer = std::map<std::string, Names>;  // by URI there
  [[nodiscard]] static bool is_on(const upstream::Server& server, const Watcher& watcher,
                                  std::string_view lane);
  [[nodiscard]] const Names* names(const Resource& resource) const;
  void refresh(const std::string& server);

  net::Loop& loop_;
  Servers& servers_;
  Standing standing_;
  std::map<std::string, OfServer, std::less<>> all_;
  std::map<const Watcher*, std::set<Resource>> of_;
  std::size_t size_ = 0;
};

// The notification without the tag of our own subscription with a modern server.
[[nodiscard]] std::string untagged(const rpc::Message& notification);

}  // namespace touchstone::gateway
