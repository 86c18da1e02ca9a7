#include "policy/parts.hpp"

#include <algorithm>

namespace touchstone::policy {

Parts::Parts(std::span<const std::string> parts) : shorter_(parts.size(), kNone) {
  if (parts.empty()) return;
  nodes_.emplace_back();
  bytes_.push_back(0);
  std::vector<Reach> reach{{0, static_cast<std::uint32_t>(parts.size()), 0}};
  for (std::uint32_t node = 0; node < reach.size(); ++node) add_children(parts, node, reach);
  nodes_.push_back({.first = static_cast<std::uint32_t>(bytes_.size())});
  add_rows();
}

void Parts::add_children(std::span<const std::string> parts, std::uint32_t node,
                         std::vector<Reach>& reach) {
  nodes_[node].first = static_cast<std::uint32_t>(nodes_.size());
  auto [at, last, depth] = reach[node];
  if (parts[at].size() == depth) ++at;
  while (at < last) {
    auto end = at + 1;
    while (end < last && parts[end][depth] == parts[at][depth]) ++end;
    reach.push_back({at, end, depth + 1});
    add_child(parts, node, reach.back());
    at = end;
  }
}

// Where a node falls back to is less deep, so its children are there already.
void Parts::add_child(std::span<const std::string> parts, std::uint32_t node, Reach reach) {
  const auto& shortest = parts[reach.first];
  const auto byte = static_cast<std::uint8_t>(shortest[reach.depth - 1]);
  Node added{.fallback = node == 0 ? 0 : next(nodes_[node].fallback, byte)};
  added.found = nodes_[added.fallback].found;
  if (shortest.size() == reach.depth) {
    shorter_[reach.first] = added.found;
    added.found = reach.first;
  }
  nodes_.push_back(added);
  bytes_.push_back(byte);
}

void Parts::add_rows() {
  const auto count = std::min({bytes_.size(), kMostRows, 1 + shorter_.size() / kPartsPerRow});
  std::vector<std::array<std::uint32_t, 256>> rows(count);
  for (std::uint32_t node = 0; node < count; ++node) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      const auto to = child(node, static_cast<std::uint8_t>(byte));
      rows[node][byte] = to == 0 && node != 0 ? rows[nodes_[node].fallback][byte] : to;
    }
  }
  rows_ = std::move(rows);
}

}  // namespace touchstone::policy
