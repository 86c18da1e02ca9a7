// Latecomers: servers, and lists of servers, that were not ready when somebody needed them.
//
// An answer went out without such a one. Nobody else waits for it until it has come; then those who
// did without are told. A server has come when it opens; a list when it takes no longer than
// clients wait for it, and who has a list that always takes longer is only told when it says
// something new: who hears that asks again, and it would go on for ever. Shared with tasks that may
// go on after the gateway has gone.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "upstream/list.hpp"

namespace touchstone::gateway {

class Latecomers {
 public:
  using Kind = upstream::ListKind;
  using What = std::optional<Kind>;  // a list; none: the server itself
  using Tell = std::function<void(const std::string& server, What what)>;

  // Who hears that one is missing, and that it has come after all; nothing: nobody any more.
  void on_missing(Tell tell) { miss_ = std::move(tell); }
  void on_coming(Tell tell) { tell_ = std::move(tell); }

  void missed(const std::string& server, What what = {}) {
    const bool first = late_.insert_or_assign(Key(server, what), true).second;
    if (first && miss_) miss_(server, what);
  }
  [[nodiscard]] bool is_late(const std::string& server, What what = {}) const {
    return late_.contains({server, what});
  }
  void has_come(const std::string& server) {
    if (late_.erase({server, What()}) > 0 && tell_) tell_(server, {});
  }
  void has_come(const std::string& server, Kind list, bool in_time, bool is_new) {
    const auto it = late_.find({server, What(list)});
    if (it == late_.end()) return;
    const bool owed = std::exchange(it->second, false);
    if (in_time) late_.erase(it);
    if (owed && is_new && tell_) tell_(server, list);
  }

  // One task at a time goes after what is late, for each lane; the others leave it to that one.
  // Held by the task; none if there is one already.
  using Chase = std::shared_ptr<const void>;
  [[nodiscard]] static Chase chase(const std::shared_ptr<Latecomers>& all,
                                   const std::string& server, What what, const std::string& lane) {
    const auto [it, mine] = all->chased_.emplace(Key(server, what), lane);
    if (!mine) return nullptr;
    return {&*it, [all, it](const void*) { all->chased_.erase(it); }};
  }

 private:
  using Key = std::pair<std::string, What>;
  using Chased = std::pair<Key, std::string>;
  Tell miss_, tell_;
  std::map<Key, bool> late_;  // true: somebody who did without has not been told yet
  std::set<Chased> chased_;
};

}  // namespace touchstone::gateway
