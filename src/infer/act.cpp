#include "infer/act.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/word_list.hpp"
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
     "aggregate analyse analyze ascertain calculate cat classify compare compute confirm "
     "correlate detect determine df diagnose dig disassemble discover divide du examine "
     "explain geocode give glob grep identify infer interpret introspect investigate lint "
     "locate ls multiply nslookup observe obtain paraphrase parse predict preview "
     "probe proofread provide ps pwd recall recheck recognise recognize recommend rescan "
     "return see simulate spellcheck stat subtract suggest summarise summarize tail tell "
     "tokenize traceroute transcribe translate traverse troubleshoot validate verify whoami "
     "whois"},
    {Act::kRead, Weight::kFair, kAlsoNoun,
     "audit blame capture check checksum diff doctor download echo estimate explore export "
     "extract forecast guide hash head look measure monitor ocr offer outline peek ping profile "
     "report scan screenshot trace tree wait watch"},
    {Act::kRead, Weight::kFair, kState,
     "detail details docs documentation exists health help history info information logs "
     "metrics options overview schema statistics stats status summary"},
    {Act::kRead, Weight::kWeak, kVerb,
     "assess beautify collect convert decode decompile decrypt embed encode "
     "encrypt evaluate gather generate guess highlight minify moderate normalise normalize "
     "paginate prettify quantify recalculate receive recompute render rerank revalidate "
     "serialise serialize solve take think transform vectorise vectorize visualise visualize"},
    {Act::kRead, Weight::kWeak, kAlsoNoun,
     "access ask average chart chat crawl dump filter format graph learn load map match plan "
     "plot question quote rank reference research resolve review sample score scrape screen "
     "select sleep snapshot sort sum top"},
    {Act::kRead, Weight::kWeak, kState,
     "activity analytics availability balance changelog insights leaderboard price prices "
     "progress quota results timeline transcript usage version versions weather"},
    {Act::kAdd, Weight::kStrong, kVerb,
     "add append create insert"},
    {Act::kAdd, Weight::kFair, kVerb,
     "associate attach attest backfill cp enqueue enrol enroll establish hire instantiate "
     "introduce mint mkdir onboard prepend provision reimport respond reupload rsvp "
     "subscribe"},
    {Act::kAdd, Weight::kFair, kAlsoNoun,
     "annotate book bookmark clone comment copy duplicate fork import index invite label "
     "link new record register reply save schedule store tag upload"},
    {Act::kAdd, Weight::kWeak, kVerb,
     "allocate bootstrap compose compress decompress ingest init initialise initialize "
     "launch memorise memorize populate produce propose remember scaffold seed spawn unzip "
     "zip"},
    {Act::kAdd, Weight::kWeak, kAlsoNoun,
     "backup build bundle checkpoint compile design draft log note package place reserve "
     "stub template touch track"},
    {Act::kChange, Weight::kStrong, kVerb,
     "adjust archive assign configure disable edit enable modify mutate reassign reconfigure "
     "rename reorder toggle unarchive unassign unsubscribe upsert"},
    {Act::kChange, Weight::kStrong, kAlsoNoun,
     "change move patch put set update write"},
    {Act::kChange, Weight::kFair, kVerb,
     "abort accept ack acknowledge activate admit allow allowlist alter amend apply approve arm "
     "assume authenticate authorise authorize autofix blacklist cancel checkout chmod chown "
     "complete connect consume deactivate debit decline decrement defer delegate demote deny "
     "denylist disarm disconnect downgrade downvote drag ensure escalate expedite expose "
     "extend finalise finalize finish follow freeze fulfil fulfill grant harden hide hover "
     "impersonate increment isolate join login logout maintain mark materialise "
     "materialize migrate mute mv navigate nurture offboard optimise optimize override pause "
     "personalise personalize prioritise prioritize promote protect qualify quarantine "
     "reactivate rearrange rebalance rebase reboot rebuild recategorise recategorize "
     "reclassify reconnect recover recreate redact redeem redeploy redirect redo refactor "
     "reformat refresh regenerate reindex reinstall reject reload remap remediate renew "
     "reopen reorganise reorganize repair repoint reprocess requeue reschedule resize "
     "restock restore restrict resume resync retitle retrain revert rewrite rollback rotate "
     "seal shuffle sign snooze squash standardise standardize submit suspend synchronise "
     "synchronize unacknowledge unapprove unban unblock unbookmark uncordon undelete undo "
     "unenrol unenroll unfavorite unfavourite unflag unfollow unfreeze ungroup unhide unify "
     "unignore unlike unlink unlock unmark unmount unmute unpause unpin unprotect unresolve "
     "unseal unshare unsilence unstage unstake unstar unsuspend untaint untrash unvote "
     "unwatch upvote wake warm whitelist"},
    {Act::kChange, Weight::kFair, kAlsoNoun,
     "bump claim click close commit control fill fix flag flash ignore install leave lock merge "
     "mount pin press pull replay restart retry scale scroll silence stage stake star start "
     "stash stop swap swipe switch sync taint tap transfer transition trigger type upgrade"},
    {Act::kChange, Weight::kWeak, kVerb,
     "adopt advance anonymise anonymize augment bind blur categorise categorize choose "
     "customise customize decide denoise emulate enhance enrich go integrate interact keep "
     "make manage organise organize settle skip tune turn unbind upscale"},
    {Act::kChange, Weight::kWeak, kAlsoNoun,
     "back crop dim end favorite favourite focus forward group handle hold like mask open "
     "play process rate react seek triage trim use vacuum vote zoom"},
    {Act::kSend, Weight::kStrong, kVerb,
     "broadcast notify publish send"},
    {Act::kSend, Weight::kFair, kVerb,
     "announce buy deliver dial disburse dispatch donate pay reimburse remit repay repost resend retweet "
     "sell transmit tweet"},
    {Act::kSend, Weight::kFair, kAlsoNoun,
     "alert call charge deposit dm email mail message post purchase push refund remind share "
     "ship sms"},
    {Act::kSend, Weight::kWeak, kAlsoNoun,
     "bid bill release request tip trade"},
    {Act::kRun, Weight::kStrong, kVerb,
     "exec execute"},
    {Act::kRun, Weight::kStrong, kAlsoNoun,
     "run"},
    {Act::kRun, Weight::kFair, kVerb,
     "conduct deploy eval invoke perform rerun"},
    {Act::kRun, Weight::kFair, kAlsoNoun,
     "bash command script shell ssh sudo"},
    {Act::kRun, Weight::kWeak, kVerb,
     "orchestrate"},
    {Act::kRun, Weight::kWeak, kAlsoNoun,
     "batch benchmark debug job rollout test"},
    {Act::kDestroy, Weight::kStrong, kVerb,
     "delete deregister destroy erase purge remove truncate uninstall unregister wipe"},
    {Act::kDestroy, Weight::kStrong, kAlsoNoun,
     "drop"},
    {Act::kDestroy, Weight::kFair, kVerb,
     "abolish annul cleanup clear cordon deallocate decommission del delist demolish deprovision "
     "detach disassociate discard dismantle dismiss dispose dissociate eject evict expel expire "
     "expunge forget hangup invalidate "
     "kill liquidate nuke obliterate overwrite prune renounce repartition replace rescind revoke rm rmdir scrub shred terminate "
     "trash undeploy unfriend uninvite unlabel unlist unmap unpublish unschedule unset untag "
     "void withdraw yank zap"},
    {Act::kDestroy, Weight::kFair, kAlsoNoun,
     "ban block burn clean drain empty flush kick reset"},
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

constexpr auto kPairs = std::to_array<Verb>({
    {"cash out", Act::kSend, Weight::kFair, kVerb},
    {"do away", Act::kDestroy, Weight::kFair, kVerb},
    {"force push", Act::kDestroy, Weight::kFair, kVerb},
    {"get rid", Act::kDestroy, Weight::kStrong, kVerb},
    {"give away", Act::kSend, Weight::kFair, kVerb},
    {"pay off", Act::kSend, Weight::kFair, kVerb},
    {"pay out", Act::kSend, Weight::kFair, kVerb},
    {"take out", Act::kChange, Weight::kFair, kVerb},
    {"push force", Act::kDestroy, Weight::kFair, kVerb},
    {"take down", Act::kDestroy, Weight::kFair, kVerb},
    {"tear down", Act::kDestroy, Weight::kFair, kVerb},
    {"throw away", Act::kDestroy, Weight::kFair, kVerb},
    {"throw out", Act::kDestroy, Weight::kFair, kVerb},
    {"top up", Act::kSend, Weight::kFair, kVerb},
    {"write off", Act::kDestroy, Weight::kFair, kVerb},
});

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

// The form in which `word` is the base form; nothing if it is not.
std::optional<Form> form_of(std::string_view word, std::string_view base) {
  if (word == base) return Form::kBase;
  for (const auto& ending : kEndings) {
    if (!word.ends_with(ending.now)) continue;
    const auto stem = word.substr(0, word.size() - ending.now.size());
    const bool whole = ending.before.empty() && (stem == base || undoubled(stem) == base);
    const bool cut = !ending.before.empty() && base.ends_with(ending.before) &&
                     stem == base.substr(0, base.size() - ending.before.size());
    if (whole || cut) return ending.form;
  }
  return {};
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

Inflected find_pair(std::string_view word, std::string_view next) {
  static constexpr base::WordList kSeconds(
      "away down force off out push pushed pushes pushing rid up");
  if (!kSeconds.has(next)) return {};
  for (const auto& pair : kPairs) {
    const auto space = pair.word.find(' ');
    const auto first = pair.word.substr(0, space);
    const auto second = pair.word.substr(space + 1);
    // "Tears down", but "force pushes".
    const auto form = second == next                     ? form_of(word, first)
                      : word == "force" && word == first ? form_of(next, second)
                                                         : std::nullopt;
    if (form) return {&pair, *form};
  }
  return {};
}

}  // namespace touchstone::infer
