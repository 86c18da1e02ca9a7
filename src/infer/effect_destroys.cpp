// Weighs whether what a tool writes destroys.
#include <algorithm>
#include <array>
#include <utility>

#include "infer/effect.hpp"
#include "infer/leeway.hpp"
#include "infer/weights.hpp"

namespace touchstone::infer {
namespace {

bool is_from(std::string_view word) { return word == "from"; }

// Changes after which something is no longer where it was: not destruction, but no promise either.
bool takes_out(std::string_view verb) {
  constexpr std::array<std::string_view, 12> kVerbs{"abort",   "archive", "cancel",  "deactivate",
                                                    "disable", "migrate", "move",    "rename",
                                                    "scale",   "stop",    "suspend", "transfer"};
  return std::ranges::binary_search(kVerbs, verb);
}

// A change adjusts what is there and leaves the rest. Strictly it overwrites a value, but hardly
// anybody calls that destruction; who replaces things whole says so (kDestroy, kDestructive).
float destroys(const Mention& mention) {
  if (mention.denied) return 0;
  const auto& verb = *mention.verb;
  const float heard = look_up(kHeardWriting, mention.where);
  switch (verb.act) {
    case Act::kDestroy: {
      // "Remove a user from a team": both are still there.
      const bool unlinks = verb.word == "remove" && mention.is_about(is_from);
      return look_up(Scale{1.0F, 2.2F, 3.2F}, unlinks ? Weight::kWeak : verb.weight) * heard;
    }
    case Act::kAdd: return look_up(Scale{-1.0F, -1.6F, -2.2F}, verb.weight) * heard;
    case Act::kChange:
      return takes_out(verb.word) ? 0 : look_up(Scale{-0.6F, -1.0F, -1.1F}, verb.weight) * heard;
    case Act::kSend: return -1.2F * heard;
    case Act::kRun: return 0.4F * heard;
    case Act::kRead:
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

// `create_or_update`: what is there is overwritten.
void weigh_upsert(const Reading& reading, Ballot& out) {
  constexpr float kUndecided = 0.3F;
  const auto* main = reading.main_verb();
  if (main == nullptr || main->verb->act != Act::kAdd) return;
  for (const auto& mention : reading.mentions) {
    const bool joined =
        &mention != main && (mention.where == Where::kName || mention.where == Where::kJoined);
    if (!joined || mention.verb->act != Act::kChange) continue;
    out.add(std::max(1.0F, kUndecided - out.total()), in_words(mention),
            pointer_of(reading, mention));
    return;
  }
}

}  // namespace

Ballot weigh_destruction(const Reading& reading) {
  Ballot out;
  for (const auto& mention : reading.mentions) {
    out.add(destroys(mention), in_words(mention), pointer_of(reading, mention));
  }
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
  weigh_cues(reading, kDestroyingCues, out);
  if (auto any = find_free_statement(reading)) {
    out.add(std::max(1.0F, 1.0F - out.total()), std::move(any->because), std::move(any->pointer));
  }
  return out;
}

}  // namespace touchstone::infer
