// Standing: one open `subscriptions/listen` with each modern server, for all clients together.
//
// Opened with the lane, and again whenever it ends or the resources that somebody watches change.
// What comes in on it reaches the house like anything else the server says on its own.
#pragma once

#include <map>
#include <set>
#include <string>

#include "gateway/servers.hpp"

namespace touchstone::gateway {

class Standing {
 public:
  explicit Standing(net::Loop& loop) : loop_(loop) {}

  void begin(LanePtr lane, ServerPtr server);
  void forget(const upstream::Lane& lane);
  // Ends those with servers that left the config: they would keep them for ever.
  void end_retired(const Servers& servers);
  // The resources of this server that clients watch, all of them.
  void watch(const std::string& server, std::set<std::string> uris);

 private:
  struct Listening {
    LanePtr lane;
    ServerPtr server;
    upstream::CallId id = 0;
    bool restarting = false;
  };
  Task<void> listen(std::shared_ptr<Listening> it);
  [[nodiscard]] std::string params(const Listening& it) const;

  net::Loop& loop_;
  std::map<const upstream::Lane*, std::shared_ptr<Listening>> all_;
  std::map<std::string, std::set<std::string>> uris_;  // by server
};

}  // namespace touchstone::gateway
