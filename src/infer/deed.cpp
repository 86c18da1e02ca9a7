#include "infer/deed.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/word_list.hpp"
#include "infer/objects.hpp"
#include "infer/weights.hpp"

namespace touchstone::infer {
namespace {

constexpr Scale kReads{-0.7F, -2.0F, -3.2F};
constexpr Scale kWrites{0.8F, 2.6F, 3.6F};
constexpr Scale kRuns{0.4F, 2.2F, 2.4F};

constexpr float kDenied = -0.8F;       // "does not modify"
constexpr float kMakesAnswer = -1.6F;  // "generate a diagram"

// "Compose a diagram", "make a plan"; but to choose a plan or to make it public is to change
// something.
bool makes_vaguely(const Mention& mention) {
  const auto& verb = *mention.verb;
  if (verb.weight != Weight::kWeak || verb.use != Use::kVerb) return false;
  if (verb.word == "make") return mention.ends_in(is_answer);
  return verb.act != Act::kChange && mention.takes(is_answer);
}

// Looks, by its verb or by what that is done to; nothing if it does not.
std::optional<float> reading_weight(const Mention& mention) {
  const auto& verb = *mention.verb;
  const float loud = heard(mention, kHeardReading);
  const bool asks = verb.act == Act::kRun && mention.takes(is_question);
  if (asks || takes_picture(mention)) return look_up(kReads, Weight::kFair) * loud;
  if (makes_vaguely(mention)) return kMakesAnswer * loud;
  if (verb.word == "generate" && mention.takes(is_draft)) return kMakesAnswer * loud;
  if (verb.act == Act::kRead && !is_settling(mention)) return look_up(kReads, verb.weight) * loud;
  const bool computes = verb.word == "create" && mention.takes(is_computed);
  if (computes && !mention.denied) return kMakesAnswer * loud;
  return {};
}

bool is_appliance(std::string_view word) {
  static constexpr base::WordList kAppliances(
      "blind fan heater heating lamp light music plug reminder shutter speaker thermostat timer "
      "tv");
  return kAppliances.has(word) || kAppliances.has(singular(word));
}

// What is moved about and put away every day. Whoever archives a project or a team ends something
// for others, and authors call that destruction; what is moved may be money, and go over a file.
bool is_small_thing(std::string_view word) {
  static constexpr base::WordList kThings(
      "card chat conversation email item mail message note notification post reminder task thread "
      "todo");
  return kThings.has(word) || kThings.has(singular(word));
}

}  // namespace

float writing_weight(const Mention& mention) {
  if (const auto reads = reading_weight(mention)) return *reads;
  if (mention.denied) return kDenied;
  const auto& verb = *mention.verb;
  const float loud = heard(mention, kHeardWriting);
  if (is_settling(mention)) return look_up(kWrites, Weight::kFair) * loud;
  const bool later = mention.where == Where::kLater;
  if (later && starts(verb.word) && mention.takes(is_job)) return kStartedJob;
  // "Accepts an archive", "connects to the host": later sentences tell of input and means.
  if (later && verb.act == Act::kChange && verb.weight != Weight::kStrong) return 0;
  // "Create a plan": perhaps what it makes is its answer.
  const bool perhaps = verb.act == Act::kAdd && mention.takes(is_answer);
  const auto& scale = verb.act == Act::kRun ? kRuns : kWrites;
  return look_up(scale, perhaps ? Weight::kWeak : verb.weight) * loud;
}

bool starts(std::string_view verb) {
  return verb == "start" || verb == "trigger" || verb == "launch" || verb == "schedule" ||
         verb == "submit";
}

bool keeps_things(const Mention& mention) {
  static constexpr base::WordList kMarks(
      "bookmark categorise categorize favorite favourite flag label mute pin prioritise prioritize "
      "recategorise recategorize reclassify reorder snooze star tag unflag unmark unmute unpin "
      "unstar");
  static constexpr base::WordList kMoves(
      "archive assign comment mark move reassign rename reopen reply reschedule retitle transition "
      "unarchive");
  const auto verb = mention.verb->word;
  if (kMarks.has(verb)) return true;
  if (kMoves.has(verb)) return mention.takes(is_small_thing);
  return verb == "disable" && mention.takes(is_appliance);
}

bool gives_guidance(const Mention& mention) {
  const auto verb = mention.verb->word;
  if (mention.where != Where::kOpening) return false;
  if (verb == "return") return mention.takes(is_manual);
  const bool gives = verb == "provide" || verb == "offer" || verb == "give";
  return gives && mention.takes(is_guidance);
}

bool is_settling(const Mention& mention) {
  struct Row {
    std::string_view verb;
    bool (*object)(std::string_view word);
  };
  constexpr std::array kRows{
      Row{"capture", is_deal},        Row{"collect", is_deal},   Row{"confirm", is_deal},
      Row{"confirm", is_destruction}, Row{"convert", is_record}, Row{"format", is_medium},
      Row{"report", is_misconduct},
  };
  if (mention.verb->word == "resolve") return mention.takes(is_case);
  return std::ranges::any_of(kRows, [&](const Row& row) {
    return row.verb == mention.verb->word && mention.ends_in(row.object);
  });
}

bool takes_picture(const Mention& mention) {
  return mention.verb->word == "take" && mention.takes(is_picture);
}

}  // namespace touchstone::infer
