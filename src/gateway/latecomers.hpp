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

  // Who hears that one is missing, and that it has come after all; nothing: nobody any more.
  void on_missing(Tell tell) { miss_ = std::move(tell); }
  void on_coming(Tell tell) { tell_ = std::move(tell); }

  void missed(const std::string& server) {
    if (late_.insert(server).second && miss_) miss_(server);
  }
  [[nodiscard]] bool is_late(const std::string& server) const { return late_.contains(server); }
  void has_come(const std::string& server) {
    if (late_.erase(server) > 0 && tell_) tell_(server);
  }

 private:
  Tell miss_, tell_;
  std::set<std::string> late_;
};

}  // namespace touchstone::gateway
