#include "infer/siblings.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "infer/mention.hpp"

namespace touchstone::infer {
namespace {

constexpr std::size_t kFewestForPrefix = 3;  // tools that must share a word

struct Pair {
  std::string_view one;
  std::string_view other;
};
// Either undoes what the other does.
constexpr std::array kTwins{
    Pair{"acknowledge", "unacknowledge"},
    Pair{"activate", "deactivate"},
    Pair{"add", "remove"},
    Pair{"allow", "deny"},
    Pair{"approve", "unapprove"},
    Pair{"archive", "unarchive"},
    Pair{"arm", "disarm"},
    Pair{"assign", "unassign"},
    Pair{"associate", "disassociate"},
    Pair{"associate", "dissociate"},
    Pair{"attach", "detach"},
    Pair{"ban", "unban"},
    Pair{"block", "unblock"},
    Pair{"bookmark", "unbookmark"},
    Pair{"close", "open"},
    Pair{"close", "reopen"},
    Pair{"compress", "decompress"},
    Pair{"connect", "disconnect"},
    Pair{"cordon", "uncordon"},
    Pair{"enable", "disable"},
    Pair{"enrol", "unenrol"},
    Pair{"enroll", "unenroll"},
    Pair{"favorite", "unfavorite"},
    Pair{"favourite", "unfavourite"},
    Pair{"flag", "unflag"},
    Pair{"follow", "unfollow"},
    Pair{"freeze", "unfreeze"},
    Pair{"grant", "revoke"},
    Pair{"group", "ungroup"},
    Pair{"hide", "unhide"},
    Pair{"ignore", "unignore"},
    Pair{"increment", "decrement"},
    Pair{"install", "uninstall"},
    Pair{"join", "leave"},
    Pair{"label", "unlabel"},
    Pair{"like", "unlike"},
    Pair{"link", "unlink"},
    Pair{"lock", "unlock"},
    Pair{"mark", "unmark"},
    Pair{"mount", "unmount"},
    Pair{"mute", "unmute"},
    Pair{"pause", "resume"},
    Pair{"pause", "unpause"},
    Pair{"pin", "unpin"},
    Pair{"promote", "demote"},
    Pair{"protect", "unprotect"},
    Pair{"publish", "unpublish"},
    Pair{"register", "deregister"},
    Pair{"register", "unregister"},
    Pair{"resolve", "reopen"},
    Pair{"resolve", "unresolve"},
    Pair{"seal", "unseal"},
    Pair{"share", "unshare"},
    Pair{"silence", "unsilence"},
    Pair{"stage", "unstage"},
    Pair{"stake", "unstake"},
    Pair{"star", "unstar"},
    Pair{"start", "stop"},
    Pair{"subscribe", "unsubscribe"},
    Pair{"suspend", "resume"},
    Pair{"suspend", "unsuspend"},
    Pair{"tag", "untag"},
    Pair{"taint", "untaint"},
    Pair{"undo", "redo"},
    Pair{"upgrade", "downgrade"},
    Pair{"vote", "unvote"},
    Pair{"watch", "unwatch"},
    Pair{"zip", "unzip"},
};
// The other undoes what the one does, and not the other way: what is deleted is not created again.
constexpr std::array kOneWay{
    Pair{"add", "delete"},      Pair{"archive", "restore"}, Pair{"book", "cancel"},
    Pair{"commit", "revert"},   Pair{"create", "archive"},  Pair{"create", "cancel"},
    Pair{"create", "close"},    Pair{"create", "delete"},   Pair{"create", "destroy"},
    Pair{"create", "remove"},   Pair{"delete", "recover"},  Pair{"delete", "restore"},
    Pair{"delete", "undelete"}, Pair{"deploy", "rollback"}, Pair{"deploy", "undeploy"},
    Pair{"insert", "delete"},   Pair{"insert", "remove"},   Pair{"invite", "remove"},
    Pair{"merge", "revert"},    Pair{"remove", "restore"},  Pair{"schedule", "cancel"},
    Pair{"set", "clear"},       Pair{"set", "unset"},       Pair{"trash", "restore"},
    Pair{"trash", "untrash"},   Pair{"upload", "delete"},   Pair{"upload", "remove"},
};

// Calls `take` with each verb that undoes this one, until it says that it is content.
template <typename Take>
void each_undoing(std::string_view verb, Take take) {
  for (const auto& [one, other] : kTwins) {
    if (one == verb && take(other)) return;
    if (other == verb && take(one)) return;
  }
  for (const auto& [one, other] : kOneWay) {
    if (one == verb && take(other)) return;
  }
}

// The verb and what it is done to, in one order however the name puts them.
std::string deed(const Words& name, std::string_view named_verb, std::string_view verb) {
  std::vector<std::string_view> objects;
  bool skipped = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!skipped && name[i] == named_verb) {
      skipped = true;
    } else {
      objects.push_back(singular(name[i]));
    }
  }
  std::ranges::sort(objects);
  std::string out(verb);
  for (const auto object : objects) (out += ' ') += object;
  return out;
}

}  // namespace

Siblings::Siblings(std::span<const std::string_view> names, std::string_view server)
    : count_(names.size()), server_(Words::of_name(server)) {
  std::vector<Words> all;
  all.reserve(names.size());
  for (const auto name : names) {
    all.push_back(Words::of_name(name));
    if (!all.back().empty()) ++first_words_[std::string(all.back()[0])];
  }
  std::vector<Mention> verbs;
  for (std::size_t i = 0; i < names.size(); ++i) {
    verbs.clear();
    find_in_name(all[i], prefix_of(all[i]), Where::kName, verbs);
    if (verbs.empty()) continue;
    by_deed_.emplace(deed(all[i], verbs[0].word(), verbs[0].word()), names[i].substr(0, kMaxName));
  }
}

std::size_t Siblings::prefix_of(const Words& name) const {
  const auto is_server = [&](std::string_view word) {
    for (std::size_t i = 0; i < server_.size(); ++i) {
      if (server_[i] == word) return true;
    }
    return false;
  };
  std::size_t skip = 0;
  while (skip + 1 < name.size() && is_server(name[skip])) ++skip;
  if (skip > 0 || name.size() < 2 || count_ < kFewestForPrefix) return skip;
  const auto* verb = find_verb(name[0]);
  if (verb != nullptr && verb->use == Use::kVerb) return 0;
  const auto found = first_words_.find(std::string(name[0]));
  const bool shared = found != first_words_.end() && found->second * 10 >= count_ * 8;
  return shared ? 1 : 0;
}

std::string_view Siblings::counterpart(const Words& name, std::string_view verb) const {
  std::string_view tool;
  each_undoing(verb, [&](std::string_view undoing) {
    const auto found = by_deed_.find(deed(name, verb, undoing));
    if (found != by_deed_.end()) tool = found->second;
    return !tool.empty();
  });
  return tool;
}

bool SiblingsAsked::holds(const Words& name, const Siblings& siblings) const {
  return siblings.prefix_of(name) == prefix &&
         std::ranges::all_of(counterparts, [&](const Counterpart& asked) {
           return siblings.counterpart(name, asked.verb) == asked.tool;
         });
}

std::size_t Kin::prefix_of(const Words& name) const {
  return asked_.prefix = siblings_.prefix_of(name);
}

std::string_view Kin::counterpart(const Words& name, std::string_view verb) const {
  const auto tool = siblings_.counterpart(name, verb);
  asked_.counterparts.push_back({std::string(verb), std::string(tool)});
  return tool;
}

bool undoes(std::string_view verb, std::string_view other) {
  bool found = false;
  each_undoing(verb, [&](std::string_view undoing) { return found = undoing == other; });
  return found;
}

}  // namespace touchstone::infer
