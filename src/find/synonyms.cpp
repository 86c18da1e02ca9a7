#include "find/synonyms.hpp"

#include <algorithm>
#include <utility>

#include "find/stem.hpp"

namespace touchstone::find {
namespace {

// What the tools of many authors have in common: they make, look, change, take away, send and run.
// A word may stand in several groups.
constexpr std::string_view kGroups[] = {
    "create make new add insert build",
    "add attach append insert put",
    "get show read fetch retrieve view see look display give",
    "list show enumerate all",
    "search find query lookup look",
    "update change edit modify set adjust replace",
    "delete remove drop erase destroy clear wipe forget",
    "send post push publish message tell notify",
    "run execute start trigger launch invoke",
    "stop cancel abort halt end terminate",
    "move transfer rename",
    "copy duplicate clone fork",
    "check verify validate test",
    "close finish complete resolve done",
    "generate draw plot render visualise visualize",
    "restart reboot rollout",
    "save store write keep record log",
    "explain diagnose troubleshoot analyze analyse investigate",
};

Synonyms::Terms stems_of(std::string_view group) {
  Synonyms::Terms out;
  while (!group.empty()) {
    std::string word(group.substr(0, group.find(' ')));
    group.remove_prefix(std::min(word.size() + 1, group.size()));
    stem(word);
    out.insert(std::move(word));
  }
  return out;
}

}  // namespace

Synonyms::Synonyms() {
  for (const auto group : kGroups) {
    const auto terms = stems_of(group);
    for (const auto& term : terms) by_term_[term].insert(terms.begin(), terms.end());
  }
  for (auto& [term, others] : by_term_) others.erase(term);
}

const Synonyms::Terms& Synonyms::of(std::string_view term) const {
  const auto found = by_term_.find(term);
  return found == by_term_.end() ? none_ : found->second;
}

}  // namespace touchstone::find
