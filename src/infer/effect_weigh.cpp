// Weighs whether a tool writes, and whether what it writes destroys.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.hpp"
#include "infer/effect.hpp"

namespace touchstone::infer {
namespace {

// By Weight: weak, fair, strong.
using Scale = std::array<float, 3>;
constexpr Scale kReads{-0.7F, -2.0F, -3.2F};
constexpr Scale kWrites{0.8F, 2.6F, 3.6F};
constexpr Scale kRuns{0.4F, 2.2F, 2.4F};

// By Where: name, title, opening, joined, later.
using Places = std::array<float, 5>;
constexpr Places kHeardReading{1.0F, 0.8F, 0.7F, 0.2F, 0.15F};
constexpr Places kHeardWriting{1.0F, 0.8F, 0.7F, 0.8F, 0.35F};

template <typename Table, typename Key>
float look_up(const Table& table, Key key) {
  return table[static_cast<std::size_t>(key)];
}

// "Execute a query" reads.
bool is_question(std::string_view object) {
  constexpr std::array<std::string_view, 12> kQuestions{
      "query",    "queries",     "search", "searches",    "lookup", "select",
      "analysis", "diagnostics", "report", "aggregation", "promql", "similarity"};
  return std::ranges::find(kQuestions, object) != kQuestions.end();
}

float weight_of(const Mention& mention) {
  const auto& verb = *mention.verb;
  const bool asks = verb.act == Act::kRun && is_question(mention.object);
  if (verb.act == Act::kRead || asks) {
    return look_up(kReads, asks ? Weight::kFair : verb.weight) *
           look_up(kHeardReading, mention.where);
  }
  const auto& scale = verb.act == Act::kRun ? kRuns : kWrites;
  const float heard = look_up(kHeardWriting, mention.where);
  return mention.denied ? -0.8F : look_up(scale, verb.weight) * heard;
}

std::string in_words(const Mention& mention) {
  switch (mention.where) {
    case Where::kName: return fmt::format("name says `{}`", mention.word);
    case Where::kTitle: return fmt::format("title says `{}`", mention.word);
    default: break;
  }
  return fmt::format("description says \"{}{}{}\"", mention.denied ? "not " : "", mention.word,
                     mention.object.empty() ? "" : fmt::format(" {}", mention.object));
}

std::string pointer_of(const Reading& reading, const Mention& mention) {
  if (mention.where == Where::kName) return std::string(reading.name_pointer);
  return mention.where == Where::kTitle ? "/title" : "/description";
}

void weigh_mentions(const Reading& reading, Ballot& writes) {
  for (const auto& mention : reading.mentions) {
    if (mention.denied && mention.verb->act == Act::kRead) continue;
    writes.add(weight_of(mention), in_words(mention), pointer_of(reading, mention));
  }
}

// A selector of a tool that clearly reads is a filter ("events whose action is delete").
void weigh_selectors(const Reading& reading, Ballot& writes) {
  const bool filters = writes.total() < -4;
  for (const auto& selector : reading.selectors) {
    const auto& parameter = reading.parameters[selector.parameter];
    const float weight = selector.only_reads() ? -1.5F : filters ? 1.0F : 4.0F;
    writes.add(weight,
               fmt::format("parameter `{}` offers {}", parameter.name,
                           base::list_in_words(selector.values)),
               parameter.pointer);
  }
}

// A cue, where it may stand, and what it weighs there.
struct CueWeight {
  Cue cue;
  Spot spot;
  float weight;
};

void weigh_cues(const Reading& reading, std::span<const CueWeight> weights, Ballot& ballot) {
  for (const auto& row : weights) {
    const auto& hit = reading.cues.at(row.cue, row.spot);
    if (!hit) continue;
    const auto place = row.spot == Spot::kName ? std::string("name")
                       : row.spot == Spot::kText
                           ? std::string("description")
                           : fmt::format("parameter `{}`", reading.parameters[hit.parameter].name);
    ballot.add(row.weight, fmt::format("{} says \"{}\"", place, hit.phrase),
               reading.pointer_of(row.spot, hit));
  }
}

constexpr std::array kWritingCues{
    CueWeight{Cue::kSaysReadOnly, Spot::kText, -1.6F},
    CueWeight{Cue::kSaysReadOnly, Spot::kName, -2.0F},
    CueWeight{Cue::kDestructive, Spot::kText, 0.8F},
    CueWeight{Cue::kIrreversible, Spot::kText, 1.5F},
    CueWeight{Cue::kSaves, Spot::kText, 0.8F},
    CueWeight{Cue::kSaves, Spot::kParameter, 1.2F},
    CueWeight{Cue::kSaves, Spot::kParameterText, 1.0F},
    CueWeight{Cue::kShell, Spot::kParameter, 1.5F},
    CueWeight{Cue::kSql, Spot::kParameter, 1.0F},
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
    ParameterWeight{"recipients", 1.0F},
};
constexpr float kMostOfParameters = 1.2F;

void weigh_parameters(const Reading& reading, Ballot& writes) {
  float reads_left = kMostOfParameters;
  float writes_left = kMostOfParameters;
  for (const auto& parameter : reading.parameters) {
    if (parameter.nested || parameter.words.empty()) continue;
    const auto last = parameter.words[parameter.words.size() - 1];
    const auto found = std::ranges::find(kParameterWeights, last, &ParameterWeight::word);
    if (found == kParameterWeights.end()) continue;
    auto& left = found->weight < 0 ? reads_left : writes_left;
    const float weight = std::min(left, std::abs(found->weight));
    left -= weight;
    writes.add(found->weight < 0 ? -weight : weight, fmt::format("parameter `{}`", parameter.name),
               parameter.pointer);
  }
}

// ---------------------------------------------------------------------------------------------

float destroys(const Mention& mention) {
  if (mention.denied) return 0;
  const auto& verb = *mention.verb;
  const float heard = look_up(kHeardWriting, mention.where);
  switch (verb.act) {
    case Act::kDestroy: return look_up(Scale{1.0F, 2.2F, 3.2F}, verb.weight) * heard;
    case Act::kAdd: return look_up(Scale{-1.0F, -1.6F, -2.4F}, verb.weight) * heard;
    case Act::kSend: return -1.2F * heard;
    case Act::kChange: return -0.4F * heard;
    case Act::kRun: return 0.4F * heard;
    case Act::kRead:
    case Act::kUnknown: break;
  }
  return 0;
}

constexpr std::array kDestroyingCues{
    CueWeight{Cue::kIrreversible, Spot::kText, 2.2F},
    CueWeight{Cue::kDestructive, Spot::kText, 1.4F},
    CueWeight{Cue::kSaysHarmless, Spot::kText, -0.8F},
    CueWeight{Cue::kReversible, Spot::kText, -0.8F},
    CueWeight{Cue::kPartial, Spot::kText, -0.8F},
    CueWeight{Cue::kShell, Spot::kParameter, 1.5F},
};

void weigh_destruction(const Reading& reading, Ballot& out) {
  for (const auto& mention : reading.mentions) {
    out.add(destroys(mention), in_words(mention), pointer_of(reading, mention));
  }
  for (const auto& selector : reading.selectors) {
    const auto& parameter = reading.parameters[selector.parameter];
    out.add(selector.may(Act::kDestroy) ? 3.0F
            : selector.may(Act::kRun)   ? 0.6F
                                        : -0.6F,
            fmt::format("parameter `{}` offers {}", parameter.name,
                        base::list_in_words(selector.values)),
            parameter.pointer);
  }
  weigh_cues(reading, kDestroyingCues, out);
}

}  // namespace

Effect weigh_effect(const Reading& reading) {
  Effect effect;
  weigh_mentions(reading, effect.writes);
  weigh_selectors(reading, effect.writes);
  weigh_cues(reading, kWritingCues, effect.writes);
  if (!effect.writes.empty()) weigh_parameters(reading, effect.writes);
  weigh_destruction(reading, effect.destroys);
  if (const auto* verb = reading.main_verb()) effect.act = verb->verb->act;
  return effect;
}

}  // namespace touchstone::infer
