// Latecomers: servers that were not ready when somebody needed them.
//
// An answer went out without such a server. Nobody else waits for it until it has come; then those
// who did without are told. Shared with tasks that may go on after the gateway has gone.
#pragma once

#include <functional>
#include <set>
#include <string>

namespace touchstone::gateway {

class Latecomers {
 public:
  using Tell = std::function<void(const std::string& server)>;

  // Who hears that one has come after all; nothing: nobody any more.
  void on_coming(Tell tell) { tell_ = std::move(tell); }

  void missed(const std::string& server) { late_.insert(server); }
  [[nodiscard]] bool is_late(const std::string& server) const { return late_.contains(server); }
  void has_come(const std::string& server) {
    if (late_.erase(server) > 0 && tell_) tell_(server);
  }

 private:
  Tell tell_;
  std::set<std::string> late_;
};

}  // namespace touchstone::gateway
