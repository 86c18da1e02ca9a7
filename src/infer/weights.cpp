#include "infer/weights.hpp"

#include <fmt/format.h>

namespace touchstone::infer {

float heard(const Mention& mention, const Places& places) {
  return mention.stands_in ? 1.0F : look_up(places, mention.where);
}

void weigh_cues(const Reading& reading, std::span<const CueWeight> weights, Ballot& ballot) {
  for (const auto& row : weights) {
    const auto& hit = reading.cues.at(row.cue, row.spot);
    if (!hit) continue;
    ballot.add(row.weight,
               fmt::format("{} says \"{}\"", place_in_words(reading, row.spot, hit), hit.phrase),
               reading.pointer_of(row.spot, hit));
  }
}

std::string in_words(const Mention& mention) {
  // A pair as it stands: "get rid".
  const auto next =
      is_pair(*mention.verb) ? fmt::format(" {}", (*mention.words)[mention.index + 1]) : "";
  switch (mention.where) {
    case Where::kName: return fmt::format("name says `{}{}`", mention.word(), next);
    case Where::kTitle: return fmt::format("title says `{}{}`", mention.word(), next);
    default: break;
  }
  return fmt::format("description says \"{}{}{}{}\"", mention.denied ? "not " : "", mention.word(),
                     next, mention.object().empty() ? "" : fmt::format(" {}", mention.object()));
}

std::string pointer_of(const Reading& reading, const Mention& mention) {
  if (mention.where == Where::kName) return std::string(reading.name_pointer);
  return mention.where == Where::kTitle ? "/title" : "/description";
}

std::string result_in_words(const Parameter& result) {
  return result.name.empty() ? "output schema" : fmt::format("result `{}`", result.name);
}

std::string place_in_words(const Reading& reading, Spot spot, const Hit& hit) {
  switch (spot) {
    case Spot::kName: return "name";
    case Spot::kText: return "description";
    case Spot::kResult: return result_in_words(reading.results[hit.parameter]);
    case Spot::kParameter:
    case Spot::kParameterText: break;
  }
  return fmt::format("parameter `{}`", reading.parameters[hit.parameter].name);
}

}  // namespace touchstone::infer
