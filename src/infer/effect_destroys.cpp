// Weighs whether what a tool writes destroys.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/word_list.hpp"
#include "infer/deed.hpp"
#include "infer/effect.hpp"
#include "infer/leeway.hpp"
#include "infer/loss.hpp"
#include "infer/money.hpp"
#include "infer/objects.hpp"
#include "infer/receipt.hpp"
#include "infer/stakes.hpp"
#include "infer/weights.hpp"

namespace touchstone::infer {
namespace {

bool is_of_data(std::string_view word) {
  static constexpr base::WordList kData(
      "change consumer database event feed ingestion kafka log offset queue replication stream "
      "sync table topic");
  return has_noun(kData, word);
}
bool is_from(std::string_view word) { return word == "from"; }

// Changes after which something is no longer where it was, has been interrupted, or is decided: not
// destruction, but no promise either.
bool disturbs(std::string_view verb) {
  static constexpr base::WordList kVerbs(
      "abort accept apply approve archive cancel deactivate decline disable downgrade isolate "
      "merge migrate move override push quarantine reboot rebuild recreate redeploy regenerate "
      "reinstall reject reload rename resize restart revert rollback rotate scale stop suspend "
      "swap transfer upgrade upsert");
  return kVerbs.has(verb);
}

// What they make is new, if they keep it at all.
bool makes(std::string_view verb) {
  static constexpr base::WordList kVerbs(
      "capture convert download export generate render screenshot snapshot transform");
  return kVerbs.has(verb);
}

// "Clear the selection": nothing but how something is shown, unless it is a selection of data.
bool sets_view(const Mention& mention) {
  const auto verb = mention.verb->word;
  return (verb == "clear" || verb == "reset") && mention.ends_in(is_view) &&
         !mention.takes(is_of_data);
}

// A change adjusts what is there and leaves the rest. Strictly it overwrites a value, but hardly
// anybody calls that destruction; who replaces things whole says so (kDestroy, kDestructive).
float destroys(const Mention& mention) {
  constexpr float kMakes = -0.87F;
  constexpr float kKeeps = -1.5F;  // by itself enough to be followed
  if (mention.denied) return 0;
  const auto& verb = *mention.verb;
  const float loud = heard(mention, kHeardWriting);
  if (keeps_things(mention) || sets_view(mention)) return kKeeps * loud;
  switch (verb.act) {
    case Act::kDestroy: {
      // "Remove a user from a team": both are still there.
      const bool unlinks = verb.word == "remove" && mention.is_about(is_from);
      return look_up(Scale{1.0F, 2.2F, 3.2F}, unlinks ? Weight::kWeak : verb.weight) * loud;
    }
    case Act::kAdd: return look_up(Scale{-1.0F, -1.6F, -2.2F}, verb.weight) * loud;
    case Act::kChange:
      return disturbs(verb.word) ? 0 : look_up(Scale{-0.6F, -0.85F, -0.87F}, verb.weight) * loud;
    case Act::kSend: return disturbs(verb.word) ? 0 : -0.87F * loud;
    case Act::kRun: return mention.takes(is_trial) ? kMakes * loud : 0.4F * loud;
    case Act::kRead: {
      const bool keeps = makes(verb.word) || is_settling(mention) || takes_picture(mention);
      return keeps ? kMakes * loud : 0;
    }
    case Act::kUnknown: break;
  }
  return 0;
}

constexpr std::array kDestroyingCues{
    CueWeight{Cue::kIrreversible, Spot::kText, 2.2F},
    CueWeight{Cue::kDestructive, Spot::kText, 1.6F},
    CueWeight{Cue::kSaysHarmless, Spot::kText, -0.8F},
    CueWeight{Cue::kReversible, Spot::kText, -0.8F},
    CueWeight{Cue::kPartial, Spot::kText, -0.8F},
};

// Not "create it, or ensure that it exists", nor "create or reopen".
bool overwrites(const Verb& verb) {
  static constexpr base::WordList kVerbs("change edit modify patch put set update upsert write");
  return verb.act == Act::kChange && kVerbs.has(verb.word);
}

// "… or update", "…/update".
bool is_alternative(const Mention& mention) {
  const auto& verb = *mention.verb;
  if (mention.index == 0 || mention.where == Where::kLater || mention.denied) return false;
  if (verb.act != Act::kAdd && !overwrites(verb)) return false;
  return (*mention.words)[mention.index - 1] == "or" ||
         mention.words->gap(mention.index) == Gap::kSlash;
}

// `create_or_update`: what is there is overwritten.
void weigh_upsert(const Reading& reading, Ballot& out) {
  constexpr float kUndecided = 0.3F;
  for (const auto& mention : reading.mentions) {
    if (!is_alternative(mention)) continue;
    const bool adds = mention.verb->act == Act::kAdd;
    const bool both = std::ranges::any_of(reading.mentions, [&](const Mention& first) {
      return first.where != Where::kLater && first.words == mention.words &&
             first.index < mention.index &&
             (adds ? overwrites(*first.verb) : first.verb->act == Act::kAdd);
    });
    if (!both) continue;
    out.add(std::max(1.0F, kUndecided - out.total()), in_words(mention),
            pointer_of(reading, mention));
    return;
  }
}

constexpr float kRatherDestroys = 0.7F;

// Putting something into a running system or changing that can break more than it touches, a change
// of rights or of settings concerns more than one, and new contents replace the old. Authors are of
// two minds about these, so nothing is promised.
void weigh_stakes(const Reading& reading, Ballot& out) {
  constexpr float kHardlyDestroys = 0.3F;
  constexpr float kUndecided = -0.7F;
  const auto* main = reading.main_verb();
  const auto act = main == nullptr ? Act::kUnknown : main->verb->act;
  if (act != Act::kAdd && act != Act::kChange) return;
  const bool changes = act == Act::kChange;
  float aim = changes ? kRatherDestroys : kHardlyDestroys;
  // What is only started stops nothing, and what is new is in nobody's way unless it is put there.
  const bool only_starts = starts(main->verb->word) && reading.selectors.empty();
  auto stake = only_starts ? std::nullopt : find_place_in_system(reading);
  if (!stake && changes && !only_starts) stake = find_running_system(reading);
  if (!stake && changes) stake = find_rights(reading);
  if (!stake && changes) {
    aim = kUndecided;
    stake = find_settings(reading);
    // What is committed leaves the version before it.
    if (!stake && main->verb->word != "commit") stake = find_whole_content(reading);
  }
  if (!stake) return;
  out.add(std::max(0.5F, aim - out.total()), std::move(stake->because), std::move(stake->pointer));
}

// A parameter that lets even bookkeeping go over what is in its way, or move money.
void weigh_force(const Reading& reading, Ballot& out) {
  constexpr float kUndecided = 0.3F;
  static constexpr base::WordList kForces(
      "address amount force hard iban overwrite permanent permanently replace wallet");
  const auto* main = reading.main_verb();
  if (main == nullptr || !keeps_things(*main)) return;
  for (const auto& parameter : reading.parameters) {
    if (parameter.nested || parameter.words.empty()) continue;
    const auto word = parameter.words[0];
    const auto* verb = find_verb(word);
    const bool destroys =
        verb != nullptr && verb->act == Act::kDestroy && verb->weight == Weight::kStrong;
    if (!destroys && !kForces.has(word)) continue;
    out.add(std::max(0.5F, kUndecided - out.total()),
            fmt::format("parameter `{}` may go over what is in its way", parameter.name),
            parameter.pointer);
    return;
  }
}

// What is gone without a verb that says so. Servers that declare it may see it otherwise: paying
// overwrites nothing. So these are sure enough to be heard, not to call anybody a liar
// (model::kOverrules).
void weigh_losses(const Reading& reading, const std::optional<LeavingMoney>& money, Ballot& out) {
  constexpr float kLikely = 1.0F;
  constexpr float kUndecided = -0.7F;  // nothing is promised, so the default stands
  const auto weigh = [&](const Stake& loss, float aim) {
    out.add(std::max(0.5F, aim - out.total()), loss.because, loss.pointer);
  };
  for (const auto find : {find_told_loss, find_ending}) {
    if (const auto loss = find(reading)) weigh(*loss, kLikely);
  }
  if (money) weigh(money->stake, money->everyday ? kUndecided : kLikely);
}

void weigh_receipt(const Reading& reading, Ballot& out) {
  constexpr float kGone = 1.6F;
  constexpr float kMade = -0.6F;
  auto receipt = find_receipt(reading);
  if (!receipt || (receipt->kind != Receipt::kGone && receipt->kind != Receipt::kMade)) return;
  out.add(receipt->kind == Receipt::kGone ? kGone : kMade, std::move(receipt->because),
          std::move(receipt->pointer));
}

// "Extend or replace …": a choice counts by the worst that it offers.
bool is_offered(const Mention& mention) {
  return !mention.denied && (mention.where == Where::kOpening || mention.where == Where::kJoined);
}

// "Add or remove", "set or clear": either undoes the other. Not "create or delete": what is deleted
// cannot be created again.
bool has_twin(const Reading& reading, const Mention& mention) {
  const auto word = mention.verb->word;
  const bool unsets = word == "clear" || word == "unset";
  return is_offered(mention) && std::ranges::any_of(reading.mentions, [&](const Mention& other) {
           const auto opposite = other.verb->word;
           const bool both_ways = undoes(opposite, word) && undoes(word, opposite);
           return is_offered(other) && (both_ways || (unsets && opposite == "set"));
         });
}

// The name or what the description begins with tells of more than bookkeeping: "Transfers: moves
// …", "Rename a tag across all pages".
bool keeps_less(const Reading& reading) {
  const auto* main = reading.main_verb();
  if (main == nullptr || !disturbs(main->verb->word)) return false;
  const auto* opening = reading.first(Where::kOpening);
  const bool sweeps = opening != nullptr && opening->is_about(is_sweeping);
  return sweeps || !keeps_things(*main);
}

void weigh_verbs(const Reading& reading, Ballot& out) {
  const bool worst_told = std::ranges::any_of(reading.mentions, [&](const Mention& mention) {
    return mention.verb->act == Act::kDestroy && is_offered(mention) && !has_twin(reading, mention);
  });
  const bool unkept = keeps_less(reading);
  for (const auto& mention : reading.mentions) {
    const float weight = destroys(mention);
    if (is_offered(mention) && weight < 0 && worst_told) continue;
    if (unkept && keeps_things(mention)) continue;
    if (weight > 0 && has_twin(reading, mention)) continue;
    out.add(weight, in_words(mention), pointer_of(reading, mention));
  }
}

}  // namespace

Ballot weigh_destruction(const Reading& reading, const std::optional<LeavingMoney>& money) {
  Ballot out;
  weigh_verbs(reading, out);
  weigh_upsert(reading, out);
  // Where the name says what is done, a choice of methods is data, not a choice of deeds.
  const auto* named = reading.first(Where::kName);
  const bool clear = named != nullptr && named->verb->weight == Weight::kStrong;
  for (const auto& selector : reading.selectors) {
    if (clear) break;
    out.add(selector.may(Act::kDestroy) ? 3.0F
            : selector.may(Act::kRun)   ? 0.6F
                                        : -0.6F,
            selector.in_words(), selector.pointer);
  }
  weigh_stakes(reading, out);
  weigh_force(reading, out);
  weigh_losses(reading, money, out);
  weigh_cues(reading, kDestroyingCues, out);
  weigh_receipt(reading, out);
  if (auto found = find_destroying_switch(reading)) {
    out.add(std::max(0.8F, kRatherDestroys - out.total()), std::move(found->because),
            std::move(found->pointer));
  }
  if (auto any = find_free_statement(reading)) {
    out.add(std::max(1.0F, 1.0F - out.total()), std::move(any->because), std::move(any->pointer));
  }
  return out;
}

}  // namespace touchstone::infer
