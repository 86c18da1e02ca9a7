// examine(): the verdict on one text, by the evidence that stands together in it.
//
// Honest descriptions say "IMPORTANT: you must…" too, and name other tools, commands and secrets.
// What they do not do is several suspicious things at once. So each detector only leaves marks with
// points, and this adds up what stands within a few sentences: the marks of one family up to a
// bound, one rule once. What reaches kAlarm is worth a person's attention.
//
// Works for any text: descriptions, prompts, instructions, results. Linear in its length. Pure; any
// thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "detect/known_tools.hpp"
#include "detect/mark.hpp"
#include "model/finding.hpp"

namespace touchstone::detect {

inline constexpr int kNoteworthy = 6;
inline constexpr int kAlarm = 10;    // a warning
inline constexpr int kCertain = 18;  // an error

inline constexpr std::size_t kMaxText = std::size_t{1} << 20;  // bytes examined of one text
inline constexpr int kMaxDepth = 2;                            // encodings inside encodings
inline constexpr std::size_t kMaxSuspicions = 4;               // told of one text
inline constexpr std::size_t kMaxResultSuspicions = 64;        // told of one part of a result

// What is known about where a text stands.
struct Surroundings {
  std::string_view own = {};          // the tool's own name
  std::string_view server = {};       // whose text it is
  const KnownTools* known = nullptr;  // all servers' tools, or absent
  bool is_side_channel = false;       // describes a parameter such as `notes`, which takes anything
  NamesAsked* asked = nullptr;        // where to note what was asked of `known`, or absent
};

struct Suspicion {
  model::Severity severity;
  int points;
  std::vector<Family> families;  // the weightiest first
  std::size_t begin;             // the weightiest mark, on character boundaries
  std::size_t end;
  std::string reason;             // one sentence, no full stop, safe to print
  std::size_t passage_begin = 0;  // all that speaks for it
  std::size_t passage_end = 0;

  friend bool operator==(const Suspicion&, const Suspicion&) = default;
};

// In the order of the text. Any bytes.
[[nodiscard]] std::vector<Suspicion> examine(std::string_view text,
                                             const Surroundings& around = {});

// The same for a part of a result, by the rules for such (rules.hpp).
[[nodiscard]] std::vector<Suspicion> examine_result(std::string_view text);

// The same for a part of a result that nobody sees, by the rules for such alone: there what is
// noteworthy is an alarm.
[[nodiscard]] std::vector<Suspicion> examine_concealed(std::string_view text);

// The same without the phrases, for text that is not prose: names, values, identifiers.
[[nodiscard]] std::vector<Suspicion> examine_value(std::string_view text);

}  // namespace touchstone::detect
