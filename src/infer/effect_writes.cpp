// Weighs whether a tool does more than read.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "infer/deed.hpp"
#include "infer/doubt.hpp"
#include "infer/effect.hpp"
#include "infer/leeway.hpp"
#include "infer/purpose.hpp"
#include "infer/receipt.hpp"
#include "infer/weights.hpp"

namespace touchstone::infer {
namespace {

// "Provides documentation" is all that a tool does, unless its name begins with a change.
float weight_of_guidance(const Reading& reading) {
  constexpr float kAll = -5.5F;
  constexpr float kAside = -2.0F;
  const auto* named = reading.first(Where::kName);
  const bool changes = named != nullptr && named->index == 0 && named->verb->act == Act::kChange;
  return changes ? kAside : kAll;
}

// `find_and_replace`: the part that looks promises nothing for the rest.
bool is_preparation(const Reading& reading, const Mention& mention) {
  if (mention.where != Where::kName || mention.verb->act != Act::kRead) return false;
  return std::ranges::any_of(reading.mentions, [](const Mention& other) {
    return other.where == Where::kName && other.verb->act != Act::kRead;
  });
}

void weigh_mentions(const Reading& reading, Ballot& writes) {
  for (const auto& mention : reading.mentions) {
    if (mention.denied && mention.verb->act == Act::kRead) continue;
    if (is_preparation(reading, mention)) continue;
    const float weight =
        gives_guidance(mention) ? weight_of_guidance(reading) : writing_weight(mention);
    writes.add(weight, in_words(mention), pointer_of(reading, mention));
  }
}

// Who is not told what to make, and speaks of guidance, answers with a text on how to make it.
void weigh_guidance(const Reading& reading, Ballot& writes) {
  constexpr float kTextOnly = -5.0F;
  const auto& hit = reading.cues.at(Cue::kGuidance, Spot::kText);
  if (!hit || !reading.takes_nothing) return;
  writes.add(kTextOnly, fmt::format("takes no parameters and speaks of \"{}\"", hit.phrase),
             "/description");
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
    CueWeight{Cue::kReturnsNew, Spot::kText, 1.5F},
    CueWeight{Cue::kReturnsNew, Spot::kResult, 1.5F},
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

// What comes back tells what was done, but a record may have a field of that name too.
void weigh_answer(const Reading& reading, Ballot& writes) {
  constexpr float kDeed = 1.6F;
  constexpr float kPage = -1.2F;
  auto receipt = find_receipt(reading);
  if (!receipt) return;
  writes.add(receipt->kind == Receipt::kPage ? kPage : kDeed, std::move(receipt->because),
             std::move(receipt->pointer));
}

// An option to delete or to overwrite takes back what a verb that reads has promised.
void weigh_switch(const Reading& reading, Ballot& writes) {
  constexpr float kUndecided = 0.4F;
  auto found = find_destroying_switch(reading);
  if (!found) return;
  writes.add(std::max(1.0F, kUndecided - writes.total()), std::move(found->because),
             std::move(found->pointer));
}

// "Waits for the analysis to complete": then something was started.
void weigh_waiting(const Reading& reading, Ballot& writes) {
  constexpr std::size_t kAhead = 6;
  const auto& text = reading.text;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != "waits" || text[i + 1] != "for") continue;
    for (auto end = i + 2; end < i + kAhead && text.gap(end) < Gap::kClause; ++end) {
      if (text[end] != "to" || (text[end + 1] != "complete" && text[end + 1] != "finish")) continue;
      writes.add(kStartedJob, "description says that it waits for something to complete",
                 "/description");
      return;
    }
  }
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
  weigh_guidance(reading, writes);
  weigh_waiting(reading, writes);
  weigh_purposes(reading, writes);
  if (!writes.empty()) weigh_parameters(reading, writes);
  weigh_answer(reading, writes);
  weigh_saving(reading, writes);
  weigh_switch(reading, writes);
  weigh_free_statements(reading, writes);
  weigh_doubts(reading, writes);
  return writes;
}

}  // namespace touchstone::infer
