#include "infer/conduct.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "infer/stakes.hpp"
#include "infer/weights.hpp"

namespace touchstone::infer {
namespace {

using model::Field;

// By Spot: name, description, a parameter's name, a parameter's description. Zero: says nothing.
struct Row {
  Field field;
  Cue cue;
  std::array<float, kSpotCount> confidence;
  std::string_view conclusion;
};
constexpr std::array kRows{
    Row{Field::kAiProcessing, Cue::kAiWork, {0.8F, 0.65F, 0.5F, 0.4F}, "a model takes part"},
    Row{Field::kAiProcessing, Cue::kAi, {0.8F, 0.45F, 0.6F, 0.3F}, "a model may take part"},
    Row{Field::kAgency, Cue::kAutonomous, {0.8F, 0.7F, 0.4F, 0.3F}, "acts in steps of its own"},
    Row{Field::kAgency, Cue::kAgent, {0.6F, 0.3F, 0.3F, 0.2F}, "may act in steps of its own"},
    Row{Field::kPrivilegedAccess,
        Cue::kElevated,
        {0.8F, 0.65F, 0.5F, 0.4F},
        "acts with more rights than its caller"},
    Row{Field::kPrivilegedAccess,
        Cue::kPrivileged,
        {0.8F, 0.4F, 0.4F, 0.3F},
        "concerns who may do what"},
    Row{Field::kPrivilegedAccess,
        Cue::kShell,
        {0.7F, 0.4F, 0.4F, 0.3F},
        "commands run with the server's own rights"},
    Row{Field::kSlowExecution, Cue::kSlow, {0.7F, 0.7F, 0.5F, 0.4F}, "takes its time"},
    Row{Field::kResourceIntensive, Cue::kHeavy, {0.7F, 0.6F, 0.4F, 0.3F}, "heavy work"},
};

// Work that is slow whoever does it.
constexpr std::array<std::string_view, 14> kSlowVerbs{
    "backup", "benchmark", "build",     "clone",   "compile", "crawl",    "deploy",
    "import", "migrate",   "provision", "rebuild", "reindex", "research", "restore"};
static_assert(std::ranges::is_sorted(kSlowVerbs));

// "ai" and "async" stand in many a sentence that is about something else.
constexpr std::size_t kShortPhrase = 2;

void infer_row(const Reading& reading, const Row& row, Findings& out) {
  for (std::size_t i = 0; i < kSpotCount; ++i) {
    const auto spot = static_cast<Spot>(i);
    const auto& hit = reading.cues.at(row.cue, spot);
    if (!hit) continue;
    const bool vague = hit.phrase.size() <= kShortPhrase && spot != Spot::kName;
    out.push_back(inferred(row.field, true, vague ? 0.45F : row.confidence[i],
                           fmt::format("{} says \"{}\": {}", place_in_words(reading, spot, hit),
                                       hit.phrase, row.conclusion),
                           reading.pointer_of(spot, hit)));
    return;
  }
}

// To change a role or a policy takes the right to.
void infer_rights(const Reading& reading, const Effect& effect, Findings& out) {
  const bool writes = !effect.writes.empty() && effect.writes.carried();
  auto rights = writes ? find_rights(reading) : std::nullopt;
  if (!rights) return;
  out.push_back(inferred(Field::kPrivilegedAccess, true, 0.65F,
                         fmt::format("{}: takes the right to change it", rights->because),
                         std::move(rights->pointer)));
}

void infer_slow_verb(const Reading& reading, Findings& out) {
  const auto* main = reading.main_verb();
  if (main == nullptr || !std::ranges::binary_search(kSlowVerbs, main->verb->word)) return;
  if (std::ranges::find(out, Field::kSlowExecution, &model::Evidence::field) != out.end()) return;
  out.push_back(inferred(Field::kSlowExecution, true, 0.55F,
                         fmt::format("verb `{}`: takes its time", main->word()),
                         pointer_of(reading, *main)));
}

}  // namespace

void infer_conduct(const Reading& reading, const Effect& effect, Findings& out) {
  infer_rights(reading, effect, out);
  for (const auto& row : kRows) {
    const bool said = std::ranges::any_of(out, [&](const model::Evidence& item) {
      return item.field == row.field && item.confidence >= model::kHeard;
    });
    if (!said) infer_row(reading, row, out);
  }
  infer_slow_verb(reading, out);
}

}  // namespace touchstone::infer
