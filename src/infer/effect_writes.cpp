// Weighs whether a tool does more than read.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "infer/effect.hpp"
#include "infer/leeway.hpp"
#include "infer/objects.hpp"
#include "infer/weights.hpp"

namespace touchstone::infer {
namespace {

constexpr Scale kReads{-0.7F, -2.0F, -3.2F};
constexpr Scale kWrites{0.8F, 2.6F, 3.6F};
constexpr Scale kRuns{0.4F, 2.2F, 2.4F};

constexpr float kDenied = -0.8F;  // "does not modify"

bool is_picture(std::string_view word) {
  return word == "screenshot" || word == "snapshot" || word == "picture";
}

constexpr float kGuides = -5.5F;       // "provides documentation": that is all it does
constexpr float kMakesAnswer = -1.6F;  // "generate a diagram"

float weight_of(const Mention& mention) {
  const auto& verb = *mention.verb;
  const float reading = look_up(kHeardReading, mention.where);
  if (verb.act == Act::kRun && mention.is_about(is_question)) {
    return look_up(kReads, Weight::kFair) * reading;
  }
  const bool takes_picture = verb.word == "take" && mention.is_about(is_picture);
  if (takes_picture) return look_up(kReads, Weight::kFair) * reading;
  const bool makes = verb.weight == Weight::kWeak && verb.use == Use::kVerb;
  if (makes && mention.is_about(is_answer)) return kMakesAnswer * reading;
  const bool gives = verb.word == "provide" || verb.word == "offer" || verb.word == "give";
  if (gives && mention.where == Where::kOpening && mention.is_about(is_guidance)) return kGuides;
  if (verb.act == Act::kRead) return look_up(kReads, verb.weight) * reading;
  if (mention.denied) return kDenied;
  const auto& scale = verb.act == Act::kRun ? kRuns : kWrites;
  const float heard = look_up(kHeardWriting, mention.where);
  // "Accepts an archive", "connects to the host": later sentences tell of input and means.
  const bool aside = mention.where == Where::kLater && verb.act == Act::kChange;
  if (aside && verb.weight != Weight::kStrong) return 0;
  if (verb.word == "create" && mention.is_about(is_computed)) return kMakesAnswer * reading;
  // "Create a plan": perhaps what it makes is its answer.
  if (verb.act == Act::kAdd && mention.is_about(is_answer)) return kWrites[0] * heard;
  return look_up(scale, verb.weight) * heard;
}

void weigh_mentions(const Reading& reading, Ballot& writes) {
  for (const auto& mention : reading.mentions) {
    if (mention.denied && mention.verb->act == Act::kRead) continue;
    writes.add(weight_of(mention), in_words(mention), pointer_of(reading, mention));
  }
}

// Choices that include a write make it a tool that writes, whatever its verb; but where the name
// says that it reads they are a filter ("events whose action is delete").
void weigh_selectors(const Reading& reading, Ballot& writes) {
  const auto* named = reading.first(Where::kName);
  const bool clear = named != nullptr && named->verb->weight == Weight::kStrong;
  const bool filters = clear && named->verb->act == Act::kRead;
  const bool all_read = std::ranges::all_of(reading.selectors, &Selector::only_reads);
  for (const auto& selector : reading.selectors) {
    if (selector.only_reads() != all_read) continue;
    // A tool that manages something, and offers only ways to look, only looks.
    const float looks = clear ? -1.0F : std::min(-1.5F, -2.5F - writes.total());
    writes.add(all_read  ? looks
               : filters ? 1.0F
                         : std::max(4.0F, 3.0F - writes.total()),
               selector.in_words(), selector.pointer);
  }
}

constexpr std::array kWritingCues{
    CueWeight{Cue::kSaysReadOnly, Spot::kText, -1.6F},
    CueWeight{Cue::kSaysReadOnly, Spot::kName, -2.0F},
    CueWeight{Cue::kDestructive, Spot::kText, 0.8F},
    CueWeight{Cue::kIrreversible, Spot::kText, 1.5F},
    CueWeight{Cue::kSaves, Spot::kText, 1.6F},
    CueWeight{Cue::kCreatesOnDemand, Spot::kText, 4.0F},
    CueWeight{Cue::kStartsJob, Spot::kText, 4.5F},
    CueWeight{Cue::kGuidance, Spot::kText, -1.2F},
    CueWeight{Cue::kDetermines, Spot::kText, -1.5F},
};

// Parameters that only one of the two kinds of tools has.
struct ParameterWeight {
  std::string_view word;  // the last of its name
  float weight;
};
constexpr std::array kParameterWeights{
    ParameterWeight{"limit", -0.6F},     ParameterWeight{"offset", -0.6F},
    ParameterWeight{"cursor", -0.6F},    ParameterWeight{"page", -0.6F},
    ParameterWeight{"results", -0.6F},   ParameterWeight{"size", -0.4F},
    ParameterWeight{"sort", -0.6F},      ParameterWeight{"filter", -0.4F},
    ParameterWeight{"filters", -0.4F},   ParameterWeight{"query", -0.5F},
    ParameterWeight{"since", -0.5F},     ParameterWeight{"until", -0.5F},
    ParameterWeight{"overwrite", 1.2F},  ParameterWeight{"force", 0.8F},
    ParameterWeight{"confirm", 1.2F},    ParameterWeight{"upsert", 1.2F},
    ParameterWeight{"body", 0.6F},       ParameterWeight{"payload", 0.6F},
    ParameterWeight{"recipients", 1.0F}, ParameterWeight{"filename", 0.5F},
    ParameterWeight{"content", 0.8F},
};
constexpr float kMostOfReading = 1.2F;
constexpr float kMostOfWriting = 2.2F;

std::string_view last_word(const Parameter& parameter) {
  const auto size = parameter.words.size();
  const auto last = parameter.words[size - 1];
  return last == "name" && size > 1 && parameter.words[size - 2] == "file" ? "filename" : last;
}

void weigh_parameters(const Reading& reading, Ballot& writes) {
  float reads_left = kMostOfReading;
  float writes_left = kMostOfWriting;
  for (const auto& parameter : reading.parameters) {
    if (parameter.nested || parameter.words.empty()) continue;
    const auto found =
        std::ranges::find(kParameterWeights, last_word(parameter), &ParameterWeight::word);
    if (found == kParameterWeights.end()) continue;
    auto& left = found->weight < 0 ? reads_left : writes_left;
    // What must be given to be kept says more than what may be given.
    const float told =
        std::abs(found->weight) * (parameter.required && found->weight > 0 ? 1.5F : 1);
    const float weight = std::min(left, told);
    left -= weight;
    writes.add(found->weight < 0 ? -weight : weight, fmt::format("parameter `{}`", parameter.name),
               parameter.pointer);
  }
}

// Whoever may give any statement or any code decides what is done; no verb can promise that it only
// reads. So such a parameter takes back what the verbs promised.
void weigh_free_statements(const Reading& reading, Ballot& writes) {
  constexpr float kUndecided = 0.4F;
  auto any = find_free_statement(reading);
  if (!any) return;
  writes.add(std::max(1.0F, kUndecided - writes.total()), std::move(any->because),
             std::move(any->pointer));
}

void weigh_saving(const Reading& reading, Ballot& writes) {
  constexpr float kSavesFile = 5.0F;
  auto saved = find_saved_result(reading);
  if (saved) writes.add(kSavesFile, std::move(saved->because), std::move(saved->pointer));
}

}  // namespace

Ballot weigh_writing(const Reading& reading) {
  Ballot writes;
  weigh_mentions(reading, writes);
  weigh_selectors(reading, writes);
  weigh_cues(reading, kWritingCues, writes);
  if (!writes.empty()) weigh_parameters(reading, writes);
  weigh_saving(reading, writes);
  weigh_free_statements(reading, writes);
  return writes;
}

}  // namespace touchstone::infer
