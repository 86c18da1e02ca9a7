#include "pin/neighbours.hpp"

namespace touchstone::pin {

Neighbours::Neighbours(const std::vector<Named>& tools) {
  for (const auto& tool : tools) add(tool);
}

void Neighbours::add(const Named& tool) {
  const auto [place, is_new] = tools_.try_emplace({tool.server, tool.name});
  if (!is_new) return;
  servers_.push_back(tool.server);
  known_.add(tool.server, tool.name);
  auto& family = families_[tool.server];
  family.names.push_back(tool.name);
  family.siblings.reset();
  if (auto found = look_alikes_.add(tool.server, tool.name)) {
    place->second = Alike{found->likeness, std::move(found->reason), servers_[found->first]};
  }
}

const infer::Siblings& Neighbours::siblings(std::string_view server) const {
  const auto found = families_.find(server);
  if (found == families_.end()) return nobody_;
  auto& [names, siblings] = found->second;
  if (!siblings) {
    const std::vector<std::string_view> views(names.begin(), names.end());
    siblings.emplace(views, server);
  }
  return *siblings;
}

const Neighbours::Alike* Neighbours::alike(std::string_view server, std::string_view name) const {
  const auto found = tools_.find(Place(server, name));
  return found == tools_.end() || !found->second ? nullptr : &*found->second;
}

}  // namespace touchstone::pin
