#include "pin/neighbours.hpp"

namespace touchstone::pin {

Neighbours::Neighbours(std::vector<Named> tools) {
  std::vector<detect::NamedTool> named;
  std::map<std::string_view, std::vector<std::string_view>> by_server;
  for (const auto& tool : tools) {
    known_.add(tool.server, tool.name);
    named.push_back({tool.server, tool.name});
    by_server[tool.server].push_back(tool.name);
  }
  for (const auto& [server, names] : by_server) {
    siblings_.emplace(server, infer::Siblings(names, server));
  }
  for (auto& found : detect::look_alikes(named)) {
    const auto& later = tools[found.second];
    alike_.try_emplace({later.server, later.name},
                       Alike{found.likeness, std::move(found.reason), tools[found.first].server});
  }
}

const infer::Siblings& Neighbours::siblings(std::string_view server) const {
  const auto found = siblings_.find(server);
  return found == siblings_.end() ? nobody_ : found->second;
}

const Neighbours::Alike* Neighbours::alike(std::string_view server, std::string_view name) const {
  const auto found = alike_.find(Place(server, name));
  return found == alike_.end() ? nullptr : &found->second;
}

}  // namespace touchstone::pin
