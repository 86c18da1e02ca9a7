// KnownTools: which server has a tool of which name, so that a text which speaks of another
// server's tools can be told from one that speaks of its own.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace touchstone::detect {

class KnownTools {
 public:
  void add(std::string_view server, std::string_view name) {
    servers_by_name_[std::string(name)].emplace(server);
  }
  // Does another server have a tool of this name, and `server` none?
  [[nodiscard]] bool is_foreign(std::string_view server, std::string_view name) const {
    const auto found = servers_by_name_.find(name);
    return found != servers_by_name_.end() && !found->second.contains(server);
  }

 private:
  std::map<std::string, std::set<std::string, std::less<>>, std::less<>> servers_by_name_;
};

}  // namespace touchstone::detect
