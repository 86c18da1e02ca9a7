#include "infer/act.hpp"

#include <algorithm>
#include <array>

#include "infer/word_index.hpp"

namespace touchstone::infer {
namespace {

// Words that share what they say. Weights are about tools: `generate` may write a file or return a
// text, `get` nearly always reads.
struct Group {
  Act act;
  Weight weight;
  Use use;
  std::string_view words;  // separated by single spaces
};
using enum Use;
// clang-format off
constexpr auto kGroups = std::to_array<Group>({
    {Act::kRead, Weight::kStrong, kVerb,
     "browse describe enumerate fetch get inspect retrieve"},
    {Act::kRead, Weight::kStrong, kAlsoNoun,
     "count display find list lookup query read search show view"},
    {Act::kRead, Weight::kFair, kVerb,
     "aggregate analyse analyze ascertain calculate cat classify compare compute "
     "confirm correlate detect determine diagnose discover examine explain give "
     "glob grep identify infer interpret introspect investigate lint locate ls observe "
     "obtain offer parse predict preview provide recall recognise recognize recommend return see simulate stat suggest "
     "summarise summarize tail tell tokenize transcribe translate traverse validate verify whoami"},
    {Act::kRead, Weight::kFair, kAlsoNoun,
     "audit capture check export scan screenshot wait diff doctor download estimate explore extract forecast head look measure "
     "guide monitor peek ping profile report trace tree watch"},
    {Act::kRead, Weight::kFair, kState,
     "detail details health history info information overview statistics stats status summary "
     "docs documentation exists help logs metrics options schema"},
    {Act::kRead, Weight::kWeak, kVerb,
     "assess choose collect gather take generate evaluate convert decide decode encode guess highlight normalise normalize "
     "paginate render think transform visualise visualize"},
    {Act::kRead, Weight::kWeak, kAlsoNoun,
     "access ask resolve select chat crawl dump filter format learn load map match plan "
     "question rank reference research review sample score scrape sleep snapshot "
     "sort"},
    {Act::kAdd, Weight::kStrong, kVerb,
     "add append create insert"},
    {Act::kAdd, Weight::kFair, kVerb,
     "attach enrol enroll establish instantiate introduce prepend provision subscribe"},
    {Act::kAdd, Weight::kFair, kAlsoNoun,
     "annotate book bookmark clone comment copy duplicate fork import index invite label "
     "link new record register reply save schedule store tag upload"},
    {Act::kAdd, Weight::kWeak, kVerb,
     "allocate bootstrap compose ingest init initialise initialize launch "
     "memorise memorize populate produce remember scaffold seed spawn"},
    {Act::kAdd, Weight::kWeak, kAlsoNoun,
     "backup build bundle checkpoint compile design draft log note package reserve "
     "template track"},
    {Act::kChange, Weight::kStrong, kVerb,
     "adjust archive assign configure disable edit enable modify mutate reassign rename "
     "reorder toggle unarchive unassign unsubscribe upsert"},
    {Act::kChange, Weight::kStrong, kAlsoNoun,
     "change move patch put set update write"},
    {Act::kChange, Weight::kFair, kVerb,
     "abort accept ack acknowledge activate alter apply approve authenticate authorise "
     "authorize cancel checkout complete connect consume deactivate decline decrement "
     "defer demote disconnect downgrade drag ensure escalate extend finalise finalize "
     "finish follow freeze grant hover increment join leave login logout maintain "
     "mark migrate mute navigate optimise optimize pause prioritise prioritize promote "
     "rebase reboot rebuild recover redeploy redirect refresh regenerate reindex reject "
     "renew reopen repair reschedule resize restore resume revert rollback rotate snooze "
     "submit suspend synchronise synchronize undelete unflag unfollow unfreeze unlink "
     "unacknowledge unban unblock uncordon unhide unlock unmark unmount unmute unpause unpin "
     "unstage unstar unsuspend untrash hide protect unapprove unlike unprotect unresolve "
     "unshare"},
    {Act::kChange, Weight::kFair, kAlsoNoun,
     "claim click pull close commit control fill fix flag install lock merge mount pin "
     "press replay restart retry scale scroll stage star start stash stop swipe switch "
     "sync tap transfer transition trigger type upgrade"},
    {Act::kChange, Weight::kWeak, kVerb,
     "adopt bind customise customize emulate enrich go interact keep make manage tune "
     "turn unbind"},
    {Act::kChange, Weight::kWeak, kAlsoNoun,
     "back favorite open favourite focus forward handle like play process rate react use vote "
     "zoom"},
    {Act::kSend, Weight::kStrong, kVerb,
     "broadcast notify publish send"},
    {Act::kSend, Weight::kFair, kVerb,
     "announce deliver dispatch transmit tweet"},
    {Act::kSend, Weight::kFair, kAlsoNoun,
     "alert call dm email mail message post push remind share ship sms"},
    {Act::kRun, Weight::kStrong, kVerb,
     "exec execute"},
    {Act::kRun, Weight::kStrong, kAlsoNoun,
     "run"},
    {Act::kRun, Weight::kFair, kVerb,
     "conduct deploy eval invoke perform"},
    {Act::kRun, Weight::kFair, kAlsoNoun,
     "bash command script shell ssh sudo"},
    {Act::kRun, Weight::kWeak, kVerb,
     "orchestrate"},
    {Act::kRun, Weight::kWeak, kAlsoNoun,
     "batch benchmark debug job test"},
    {Act::kDestroy, Weight::kStrong, kVerb,
     "delete deregister destroy erase purge remove truncate uninstall unregister wipe"},
    {Act::kDestroy, Weight::kStrong, kAlsoNoun,
     "drop"},
    {Act::kDestroy, Weight::kFair, kVerb,
     "cleanup clear cordon decommission del deprovision detach discard dismiss evict expel "
     "expire forget hangup kill overwrite prune replace revoke rm rmdir shred terminate "
     "trash undeploy unfriend unlabel unpublish unset untag withdraw"},
    {Act::kDestroy, Weight::kFair, kAlsoNoun,
     "ban block clean drain empty flush kick reset"},
});
// clang-format on

constexpr std::size_t count_words() {
  std::size_t count = 0;
  for (const auto& group : kGroups) {
    count += 1 + static_cast<std::size_t>(std::ranges::count(group.words, ' '));
  }
  return count;
}

// The groups taken apart and sorted, so that a word can be searched for.
consteval auto sorted_verbs() {
  std::array<Verb, count_words()> verbs{};
  std::size_t next = 0;
  for (const auto& group : kGroups) {
    for (auto rest = group.words; !rest.empty();) {
      const auto end = std::min(rest.find(' '), rest.size());
      verbs[next++] = {rest.substr(0, end), group.act, group.weight, group.use};
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  std::ranges::sort(verbs, {}, &Verb::word);
  return verbs;
}
constexpr auto kVerbs = sorted_verbs();
constexpr WordIndex<Verb> kVerbWords(kVerbs, &Verb::word);
static_assert(std::ranges::adjacent_find(kVerbs, {}, &Verb::word) == kVerbs.end());

// A way a base form is changed in a text: the ending, and what stood there instead of it.
struct Ending {
  std::string_view now;
  std::string_view before;
  Form form;
};
constexpr std::array kEndings{
    Ending{"ies", "y", Form::kThird}, Ending{"es", "", Form::kThird},
    Ending{"s", "", Form::kThird},    Ending{"ied", "y", Form::kPast},
    Ending{"ed", "", Form::kPast},    Ending{"d", "", Form::kPast},
    Ending{"ing", "", Form::kGerund}, Ending{"ing", "e", Form::kGerund},
};
constexpr std::size_t kLongestWord = 24;  // of a verb in any form

// "running" is "run" with its last letter doubled.
std::string_view undoubled(std::string_view stem) {
  const auto size = stem.size();
  return size > 2 && stem[size - 1] == stem[size - 2] ? stem.substr(0, size - 1) : stem;
}

const Verb* find_stem(std::string_view stem, std::string_view before) {
  std::array<char, kLongestWord> buffer{};
  const auto end = std::ranges::copy(before, std::ranges::copy(stem, buffer.begin()).out).out;
  const std::string_view base(buffer.data(), static_cast<std::size_t>(end - buffer.begin()));
  if (const auto* verb = find_verb(base)) return verb;
  return before.empty() ? find_verb(undoubled(stem)) : nullptr;
}

}  // namespace

std::string_view name_of(Act act) {
  constexpr std::array<std::string_view, 7> kNames{"unknown", "read", "add", "change",
                                                   "destroy", "send", "run"};
  return kNames[static_cast<std::size_t>(act)];
}

const Verb* find_verb(std::string_view word) {
  const auto found = kVerbWords.find(word);
  return found.empty() ? nullptr : found.data();
}

Act act_of(std::string_view word) {
  const auto* verb = find_verb(word);
  return verb == nullptr ? Act::kUnknown : verb->act;
}

Inflected find_inflected(std::string_view word) {
  if (const auto* verb = find_verb(word)) return {verb, Form::kBase};
  if (word.size() >= kLongestWord) return {};
  for (const auto& ending : kEndings) {
    if (!word.ends_with(ending.now) || word.size() < ending.now.size() + 2) continue;
    const auto stem = word.substr(0, word.size() - ending.now.size());
    if (const auto* verb = find_stem(stem, ending.before)) return {verb, ending.form};
  }
  return {};
}

}  // namespace touchstone::infer
