#include "guard/notice.hpp"

#include <algorithm>

namespace touchstone::guard {
namespace {

std::vector<std::string> channels_of(const policy::Decision& decision) {
  std::vector<std::string> channels;
  for (const policy::Rule* rule : decision.fired) {
    const auto& named = rule->modifiers.notify;
    channels.insert(channels.end(), named.begin(), named.end());
  }
  std::ranges::sort(channels);
  const auto doubled = std::ranges::unique(channels);
  channels.erase(doubled.begin(), doubled.end());
  return channels;
}

}  // namespace

std::vector<PlacedNotice> notices_of(const Case& one,
                                     const std::vector<store::DecisionRecord>& records) {
  std::vector<PlacedNotice> notices;
  for (std::size_t i = 0; i < records.size(); ++i) {
    auto channels = channels_of(records[i].kind == "result" ? one.outcome : one.decision);
    if (!channels.empty()) notices.push_back({i, {"", records[i], std::move(channels)}});
  }
  return notices;
}

}  // namespace touchstone::guard
