// TaskBook: which server a task runs on, and which call began it, as far as it was seen.
//
// Servers name their tasks as they like, so two may use the same id. Then nobody can tell which one
// a client means, and it is told so rather than guessed. A task belongs to whoever began it (a
// session of a principal, or a principal without one) and does not exist for others, though they
// may share a lane with its owner. The oldest entries are forgotten first.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "gateway/task_origin.hpp"

namespace touchstone::gateway {

class TaskBook {
 public:
  static constexpr std::size_t kMaxTasks = 10'000;

  void remember(const std::string& owner, const std::string& id, const std::string& server,
                TaskOrigin origin = {}) {
    const Key key(owner, id);
    auto& servers = servers_[key];
    if (servers.empty()) order_.push_back(key), owners_[id].insert(owner);
    TaskOrigin& known = servers[server];
    if (!origin.tool.empty()) known = std::move(origin);
    if (order_.size() <= kMaxTasks) return;
    forget(order_.front());
    order_.pop_front();
  }
  // None: nobody has seen it. More than one: they use the same id.
  [[nodiscard]] std::set<std::string> servers_of(const std::string& owner,
                                                 const std::string& id) const {
    std::set<std::string> names;
    const auto it = servers_.find(Key(owner, id));
    if (it == servers_.end()) return names;
    for (const auto& [server, origin] : it->second) names.insert(server);
    return names;
  }
  [[nodiscard]] TaskOrigin origin_of(const std::string& owner, const std::string& id,
                                     const std::string& server) const {
    const auto it = servers_.find(Key(owner, id));
    if (it == servers_.end()) return {};
    const auto found = it->second.find(server);
    return found == it->second.end() ? TaskOrigin() : found->second;
  }
  // Who began tasks with this id, on any server.
  [[nodiscard]] std::set<std::string> owners_of(const std::string& id) const {
    const auto it = owners_.find(id);
    return it == owners_.end() ? std::set<std::string>() : it->second;
  }
  [[nodiscard]] std::size_t size() const { return servers_.size(); }

 private:
  using Key = std::pair<std::string, std::string>;  // owner, id
  void forget(const Key& key) {
    servers_.erase(key);
    const auto it = owners_.find(key.second);
    it->second.erase(key.first);
    if (it->second.empty()) owners_.erase(it);
  }
  std::map<Key, std::map<std::string, TaskOrigin>> servers_;
  std::map<std::string, std::set<std::string>> owners_;  // by id
  std::deque<Key> order_;
};

}  // namespace touchstone::gateway
