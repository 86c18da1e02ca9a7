#include "infer/siblings.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "infer/mention.hpp"

namespace touchstone::infer {
namespace {

constexpr std::size_t kFewestForPrefix = 3;  // tools that must share a word

// What one verb does the other undoes. Where both directions hold, both are listed.
struct Pair {
  std::string_view does;
  std::string_view undoes;
};
constexpr std::array kPairs{
    Pair{"create", "delete"},
    Pair{"create", "remove"},
    Pair{"create", "destroy"},
    Pair{"create", "archive"},
    Pair{"create", "close"},
    Pair{"create", "cancel"},
    Pair{"add", "remove"},
    Pair{"add", "delete"},
    Pair{"remove", "add"},
    Pair{"insert", "delete"},
    Pair{"insert", "remove"},
    Pair{"upload", "delete"},
    Pair{"upload", "remove"},
    Pair{"delete", "restore"},
    Pair{"delete", "undelete"},
    Pair{"delete", "recover"},
    Pair{"trash", "restore"},
    Pair{"trash", "untrash"},
    Pair{"remove", "restore"},
    Pair{"archive", "unarchive"},
    Pair{"archive", "restore"},
    Pair{"unarchive", "archive"},
    Pair{"enable", "disable"},
    Pair{"disable", "enable"},
    Pair{"activate", "deactivate"},
    Pair{"deactivate", "activate"},
    Pair{"lock", "unlock"},
    Pair{"unlock", "lock"},
    Pair{"start", "stop"},
    Pair{"stop", "start"},
    Pair{"pause", "resume"},
    Pair{"resume", "pause"},
    Pair{"suspend", "resume"},
    Pair{"mute", "unmute"},
    Pair{"unmute", "mute"},
    Pair{"pin", "unpin"},
    Pair{"unpin", "pin"},
    Pair{"star", "unstar"},
    Pair{"unstar", "star"},
    Pair{"follow", "unfollow"},
    Pair{"unfollow", "follow"},
    Pair{"subscribe", "unsubscribe"},
    Pair{"attach", "detach"},
    Pair{"detach", "attach"},
    Pair{"link", "unlink"},
    Pair{"unlink", "link"},
    Pair{"assign", "unassign"},
    Pair{"unassign", "assign"},
    Pair{"install", "uninstall"},
    Pair{"grant", "revoke"},
    Pair{"revoke", "grant"},
    Pair{"open", "close"},
    Pair{"close", "reopen"},
    Pair{"close", "open"},
    Pair{"register", "unregister"},
    Pair{"register", "deregister"},
    Pair{"connect", "disconnect"},
    Pair{"disconnect", "connect"},
    Pair{"stage", "unstage"},
    Pair{"publish", "unpublish"},
    Pair{"unpublish", "publish"},
    Pair{"tag", "untag"},
    Pair{"label", "unlabel"},
    Pair{"mount", "unmount"},
    Pair{"deploy", "undeploy"},
    Pair{"deploy", "rollback"},
    Pair{"commit", "revert"},
    Pair{"merge", "revert"},
    Pair{"hide", "unhide"},
    Pair{"block", "unblock"},
    Pair{"ban", "unban"},
    Pair{"flag", "unflag"},
    Pair{"mark", "unmark"},
    Pair{"cordon", "uncordon"},
    Pair{"invite", "remove"},
    Pair{"freeze", "unfreeze"},
    Pair{"acknowledge", "unacknowledge"},
};

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
  for (const auto& pair : kPairs) {
    if (pair.does != verb) continue;
    const auto found = by_deed_.find(deed(name, verb, pair.undoes));
    if (found != by_deed_.end()) return found->second;
  }
  return {};
}

}  // namespace touchstone::infer
