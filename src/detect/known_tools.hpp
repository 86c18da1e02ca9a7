// KnownTools: which server has a tool of which name, so that a text which speaks of another
// server's tools can be told from one that speaks of its own.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace touchstone::detect {

class KnownTools {
 public:
  void add(std::string_view server, std::string_view name) {
    servers_by_name_[std::string(name)].emplace(server);
  }
  void remove(std::string_view server, std::string_view name) {
    const auto found = servers_by_name_.find(name);
    if (found == servers_by_name_.end()) return;
    std::erase_if(found->second, [&](const std::string& owner) { return owner == server; });
    if (found->second.empty()) servers_by_name_.erase(found);
  }
  // Does another server have a tool of this name, and `server` none?
  [[nodiscard]] bool is_foreign(std::string_view server, std::string_view name) const {
    const auto found = servers_by_name_.find(name);
    return found != servers_by_name_.end() && !found->second.contains(server);
  }

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the library looks for it
  };
  using Servers = std::set<std::string, std::less<>>;
  std::unordered_map<std::string, Servers, Hash, std::equal_to<>> servers_by_name_;
};

// What an examination asked of KnownTools, and heard. Whoever would hear the same again would find
// the same again.
struct NamesAsked {
  static constexpr std::size_t kMax = 64;  // beyond it nothing is known to hold

  struct Answer {
    std::string name;
    bool is_foreign;
  };
  std::vector<Answer> answers = {};
  bool is_whole = true;  // no question was left out

  void note(std::string_view name, bool is_foreign);
  [[nodiscard]] bool holds(std::string_view server, const KnownTools* known) const;
};

}  // namespace touchstone::detect
