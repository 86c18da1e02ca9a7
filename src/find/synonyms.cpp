#include "find/synonyms.hpp"

#include <algorithm>
#include <utility>

#include "find/stem.hpp"

namespace touchstone::find {
namespace {

// Words of the trade that authors and people use for one another: what tools have in common, not
// what any server calls its own. A word may stand in several groups.
constexpr std::string_view kGroups[] = {
    // What is done.
    "create make new add insert build open",
    "add attach append insert put",
    "get show read fetch retrieve view see look display give",
    "list show enumerate which",
    "search find query lookup look",
    "update change edit modify set adjust replace reschedule",
    "delete remove drop erase destroy clear wipe forget",
    "send post push publish message tell notify",
    "run execute start trigger launch invoke",
    "stop cancel abort halt end terminate kill",
    "retry rerun restart repeat again",
    "move transfer rename",
    "copy duplicate clone fork",
    "check verify validate test lint",
    "close finish complete resolve done fix",
    "generate draw plot render visualise visualize",
    "save store write keep record",
    "explain diagnose troubleshoot analyze analyse investigate debug",
    "approve accept confirm acknowledge",
    "reject decline deny refuse",
    "simulate emulate mock fake",
    "watch follow subscribe monitor",
    "login authenticate sign",
    "deploy release publish rollout",
    "translate convert",
    "pick choose select",
    // What it is done to.
    "folder directory",
    "picture image screenshot photo",
    "ticket issue bug task",
    "meeting appointment event",
    "calendar agenda schedule",
    "popup dialog",
    "website site page",
    "person people user member colleague teammate",
    "outage incident",
    "text message sms",
    "email mail",
    "repository repo",
    "secret password credential",
    "machine server host vm",
    "error crash exception failure",
    "price cost bill pricing",
    "docs documentation manual guide",
    "database db",
    "chart graph plot diagram",
    "remark comment note reply",
    "history audit trail",
    "permission access role right",
    "job run execution",
    "environment stage staging production",
    "config configuration setting",
    "current active now",
    "recent last latest",
    "many count number total",
    "log output print",
    "rule policy",
    "kubernetes k8s",
    "term word",
    "example template sample",
    "big size large",
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
