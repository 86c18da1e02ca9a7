// Weights: what the rules share when they turn words into log odds (ballot.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "infer/ballot.hpp"
#include "infer/reading.hpp"

namespace touchstone::infer {

// By Weight: weak, fair, strong.
using Scale = std::array<float, 3>;

// How far a verb is heard, by Where: name, title, opening, joined, later. A verb that reads and is
// mentioned in passing says little; one that writes may be what matters.
using Places = std::array<float, 5>;
inline constexpr Places kHeardReading{1.0F, 0.8F, 0.7F, 0.2F, 0.15F};
inline constexpr Places kHeardWriting{1.0F, 0.8F, 0.7F, 0.8F, 0.35F};

[[nodiscard]] float heard(const Mention& mention, const Places& places);

template <typename Table, typename Key>
[[nodiscard]] float look_up(const Table& table, Key key) {
  return table[static_cast<std::size_t>(key)];
}

// A cue, where it may stand, and what it weighs there.
struct CueWeight {
  Cue cue;
  Spot spot;
  float weight;
};
void weigh_cues(const Reading& reading, std::span<const CueWeight> weights, Ballot& ballot);

// For reasons: "name says `delete`", and "name", "description", "parameter `to`".
[[nodiscard]] std::string in_words(const Mention& mention);
[[nodiscard]] std::string place_in_words(const Reading& reading, Spot spot, const Hit& hit);
[[nodiscard]] std::string result_in_words(const Parameter& result);  // "result `deleted`"
[[nodiscard]] std::string pointer_of(const Reading& reading, const Mention& mention);

}  // namespace touchstone::infer
