#include "infer/effect.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "infer/money.hpp"
#include "infer/weights.hpp"

namespace touchstone::infer {
namespace {

using model::ChoiceSet;
using model::Field;
using model::Outcome;

void infer_read_only(const Reading& /*reading*/, const Effect& effect, Findings& out) {
  const auto& writes = effect.writes;
  if (writes.empty()) return;
  // Authors call many a small write a look, so nobody can be as sure of the first.
  constexpr float kTemper = 0.8F;
  const float confidence = writes.confidence(writes.carried() ? kTemper : 1.0F);
  out.push_back(inferred(Field::kReadOnly, !writes.carried(), confidence,
                         writes.reason(writes.carried() ? "does more than look" : "only looks"),
                         writes.pointer()));
}

// Authors differ on what destruction is, so nobody can be surer than this that there is none.
constexpr float kSurestHarmless = 0.86F;

// Only what writes can destroy: where it hardly writes, it destroys even less. Where it surely only
// looks, that says it all; and should somebody who knows deny it, nothing is left to conclude from.
void infer_harmless_look(const Effect& effect, Findings& out) {
  constexpr float kSurelyLooks = 0.8F;
  if (effect.writes.confidence() >= kSurelyLooks) return;
  const float writes = 1.0F - effect.writes.confidence();
  const float sure = effect.destroys.confidence();
  const float destroys = effect.destroys.carried() ? sure : 1.0F - sure;
  out.push_back(inferred(Field::kDestructive, false,
                         std::min(kSurestHarmless, 1.0F - writes * destroys),
                         effect.writes.reason("hardly does more than look, so destroys nothing"),
                         effect.writes.pointer()));
}

void infer_destructive(const Reading& /*reading*/, const Effect& effect, Findings& out) {
  if (effect.reads()) return infer_harmless_look(effect, out);
  if (effect.destroys.empty()) return;
  const auto& destroys = effect.destroys;
  const float confidence =
      destroys.carried() ? destroys.confidence() : std::min(kSurestHarmless, destroys.confidence());
  out.push_back(inferred(Field::kDestructive, destroys.carried(), confidence,
                         destroys.reason(destroys.carried() ? "takes away or overwrites"
                                                            : "adds or adjusts, destroys nothing"),
                         destroys.pointer()));
}

// Verbs by what a second call with the same arguments does.
struct Repeat {
  Act act;
  std::string_view except;  // verbs of the act that are the other way, separated by spaces
  bool idempotent;
  float confidence;
  std::string_view why;
};
constexpr std::array kRepeats{
    Repeat{Act::kAdd, "associate bookmark label link mkdir save store subscribe tag", false, 0.85F,
           "each call adds another"},
    Repeat{Act::kSend, "", false, 0.85F, "each call sends again"},
    Repeat{Act::kRun, "", false, 0.75F, "each call runs again"},
    Repeat{Act::kChange,
           "advance bump click commit debit decrement downvote increment merge move press rebase "
           "reboot recreate redo refresh regenerate reload replay reprocess requeue restart "
           "retrain retry rotate scroll shuffle skip stake start submit swap toggle transition "
           "trigger type undo unstake upvote",
           true, 0.82F, "a second call sets the same again"},
    Repeat{Act::kDestroy, "", true, 0.82F, "what is gone is gone"},
};

bool lists(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const auto end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

// "manage", "make": a word for anything; and a choice of deeds may add or send as well.
bool tells_little(const Reading& reading, const Verb& verb) {
  return (verb.act == Act::kChange && verb.weight == Weight::kWeak) ||
         std::ranges::any_of(reading.selectors, [](const Selector& selector) {
           return selector.may(Act::kAdd) || selector.may(Act::kSend) || selector.may(Act::kRun);
         });
}

void infer_idempotent(const Reading& reading, const Effect& effect, Findings& out) {
  if (effect.reads()) return;
  if (const auto& hit = reading.cues.at(Cue::kIdempotent, Spot::kText)) {
    out.push_back(inferred(Field::kIdempotent, true, 0.85F,
                           fmt::format("description says \"{}\"", hit.phrase), "/description"));
    return;
  }
  const auto* main = reading.main_verb();
  if (main == nullptr) return;
  const auto& verb = *main->verb;
  const auto found = std::ranges::find(kRepeats, verb.act, &Repeat::act);
  if (found == kRepeats.end() || (found->idempotent && effect.spends)) return;
  if (found->idempotent && tells_little(reading, verb)) return;
  const bool exception = lists(found->except, verb.word);
  const auto why = exception ? "its effect depends on what is there" : found->why;
  out.push_back(inferred(Field::kIdempotent, found->idempotent != exception,
                         exception ? 0.6F : found->confidence,
                         fmt::format("verb `{}`: {}", verb.word, why), pointer_of(reading, *main)));
}

struct Undo {
  bool reversible;
  float confidence;
  std::string reason;
  std::string pointer;
};

// A choice of deeds of which each that leaves a trace has its opposite beside it.
std::optional<Undo> find_undoing_choice(const Reading& reading) {
  for (const auto& selector : reading.selectors) {
    bool any = false;
    bool all = true;
    for (std::size_t i = 0; i < selector.values.size(); ++i) {
      if (selector.acts[i] == Act::kRead) continue;
      any = true;
      all = all && std::ranges::any_of(selector.values, [&](const std::string& other) {
              return undoes(selector.values[i], other);
            });
    }
    if (any && all) {
      return Undo{true, 0.82F, fmt::format("{}: one choice undoes the other", selector.in_words()),
                  selector.pointer};
    }
  }
  return {};
}

std::optional<Undo> find_undo(const Reading& reading, const Effect& effect) {
  if (const auto& hit = reading.cues.at(Cue::kIrreversible, Spot::kText)) {
    return Undo{false, 0.9F, fmt::format("description says \"{}\"", hit.phrase), "/description"};
  }
  if (const auto& hit = reading.cues.at(Cue::kReversible, Spot::kText)) {
    return Undo{true, 0.82F, fmt::format("description says \"{}\"", hit.phrase), "/description"};
  }
  const auto* main = reading.main_verb();
  if (main == nullptr) return {};
  const auto pointer = pointer_of(reading, *main);
  // Whatever undoes the deed, as selling undoes buying, does not bring back what was paid.
  if (effect.spends) {
    return Undo{false, 0.8F, fmt::format("verb `{}`: money that has left is gone", main->word()),
                pointer};
  }
  const auto other = reading.siblings.counterpart(reading.name, main->word());
  if (!other.empty()) {
    return Undo{true, 0.82F, fmt::format("`{}` undoes what `{}` does", other, main->word()),
                pointer};
  }
  if (auto choice = find_undoing_choice(reading)) return choice;
  if (effect.act == Act::kSend) {
    return Undo{false, 0.8F,
                fmt::format("verb `{}`: what is sent cannot be called back", main->word()),
                pointer};
  }
  if (effect.act == Act::kDestroy && effect.destroys.carried()) {
    return Undo{false, 0.7F, fmt::format("verb `{}` and no tool that restores it", main->word()),
                pointer};
  }
  return {};
}

// What lasting trace a call may leave, as the set of what is possible.
void infer_outcomes(const Reading& reading, const Effect& effect, Findings& out) {
  if (effect.writes.empty()) return;
  const auto add = [&](ChoiceSet value, float confidence, std::string reason, std::string pointer) {
    out.push_back(
        inferred(Field::kOutcomes, value, confidence, std::move(reason), std::move(pointer)));
  };
  if (effect.reads()) {
    return add(Outcome::kBenign, effect.writes.confidence(),
               effect.writes.reason("leaves nothing behind"), effect.writes.pointer());
  }
  const bool chooses = std::ranges::any_of(
      reading.selectors, [](const Selector& selector) { return selector.may(Act::kRead); });
  ChoiceSet possible = ChoiceSet(Outcome::kConsequential);
  if (chooses) possible = possible | Outcome::kBenign;
  const auto& hit = reading.cues.at(Cue::kIrreversible, Spot::kText);
  if (hit) {
    return add(possible | Outcome::kIrreversible, 0.9F,
               fmt::format("description says \"{}\": cannot be taken back", hit.phrase),
               "/description");
  }
  const auto undo = find_undo(reading, effect);
  const bool undone = undo && undo->reversible;
  const bool gone = !effect.destroys.empty() && effect.destroys.carried() && !undone;
  if (gone || effect.act == Act::kSend) {
    const auto& ballot = gone ? effect.destroys : effect.writes;
    return add(possible | Outcome::kIrreversible, std::min(0.85F, ballot.confidence()),
               ballot.reason(gone ? "may be gone for good" : "what is sent cannot be called back"),
               ballot.pointer());
  }
  // Half-believed, it would count as irreversible too (fold.hpp); that is more than it says.
  constexpr float kBelieved = 0.8F;
  if (effect.writes.confidence() < kBelieved) return;
  add(possible, kBelieved, effect.writes.reason("leaves a lasting change"),
      effect.writes.pointer());
}

void infer_reversible(const Reading& reading, const Effect& effect, Findings& out) {
  if (effect.writes.empty() || effect.reads()) return;
  auto undo = find_undo(reading, effect);
  if (!undo) return;
  out.push_back(inferred(Field::kReversible, undo->reversible, undo->confidence,
                         std::move(undo->reason), std::move(undo->pointer)));
}

}  // namespace

Effect weigh_effect(const Reading& reading) {
  const auto* main = reading.main_verb();
  const auto money = find_leaving_money(reading);
  return {weigh_writing(reading), weigh_destruction(reading, money),
          main == nullptr ? Act::kUnknown : main->verb->act, money.has_value()};
}

bool Effect::may_read(const Reading& reading) const {
  if (reads() || act == Act::kUnknown || act == Act::kRead || act == Act::kRun) return true;
  return std::ranges::any_of(reading.selectors,
                             [](const Selector& selector) { return selector.may(Act::kRead); });
}

void infer_effect(const Reading& reading, const Effect& effect, Findings& out) {
  for (const auto rule :
       {infer_read_only, infer_destructive, infer_idempotent, infer_outcomes, infer_reversible}) {
    rule(reading, effect, out);
  }
}

}  // namespace touchstone::infer
