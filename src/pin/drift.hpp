// Drift: what changed in something that was pinned, how bad that is, and why, for a person to read.
//
// The four grades, by what they ask of a person:
//   cosmetic    the same meaning: blanks, punctuation, a few other words, titles, icons
//   compatible  ordinary evolution: a new optional parameter, a longer description, a stricter hint
//   risky       a person should look: a hint relaxed, an effect raised, a new way in or out
//   hostile     nobody does that by accident: poison, hidden characters, a tool that passes for
//               another server's
// The words are weighed by detect/poison.hpp and infer/infer.hpp; nothing is detected here a second
// time. What counts is the difference: poison that a person has accepted with the pin is no change.
// Pure; any thread; time grows with the size of the two definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pin/neighbours.hpp"
#include "pin/pin.hpp"

namespace touchstone::pin {

enum class Grade : std::uint8_t { kCosmetic, kCompatible, kRisky, kHostile };
inline constexpr Grade kAllGrades[] = {Grade::kCosmetic, Grade::kCompatible, Grade::kRisky,
                                       Grade::kHostile};

[[nodiscard]] std::string_view name_of(Grade grade);  // "cosmetic", …
// What the grade means, in a sentence, for reports and documents.
[[nodiscard]] std::string_view meaning_of(Grade grade);
[[nodiscard]] constexpr bool needs_person(Grade grade) { return grade >= Grade::kRisky; }

struct Change {
  Grade grade = Grade::kCosmetic;
  std::string what;     // one sentence, no full stop, safe to print
  std::string pointer;  // where in the definition
  std::string before;   // excerpts around the difference, safe to print; empty if there is nothing
  std::string after;

  friend bool operator==(const Change&, const Change&) = default;
};

struct Drift {
  enum class Kind : std::uint8_t { kNew, kChanged, kGone };
  Subject subject = Subject::kTool;
  std::string name;
  Kind kind = Kind::kChanged;
  Grade grade = Grade::kCosmetic;  // the worst of the changes
  std::vector<Change> changes;     // worst first; empty if nothing changed

  friend bool operator==(const Drift&, const Drift&) = default;
};

[[nodiscard]] std::string_view name_of(Drift::Kind kind);  // "new", "changed", "gone"

// Changes told of one definition; of more than these the least bad are left out.
inline constexpr std::size_t kMaxChanges = 64;
// Differences looked at in one definition. What has more is risky for that alone.
inline constexpr std::size_t kMaxDifferences = 4'000;

// What a tool's parameters let its caller name: commands, statements, paths, addresses. What the
// tools of a server take together is no news when one more of them takes it.
class Powers {
 public:
  void add(unsigned kind) { bits_ |= 1U << kind; }
  void add(const Powers& other) { bits_ |= other.bits_; }
  [[nodiscard]] bool has(unsigned kind) const { return (bits_ >> kind & 1U) != 0; }

 private:
  unsigned bits_ = 0;
};
[[nodiscard]] Powers powers_of(const Pin& tool);

struct Context {
  std::string_view server = {};            // whose definition it is
  const Neighbours* neighbours = nullptr;  // all servers' tools, or absent
  Powers powers = {};                      // of the server's pinned tools together
  bool new_key = false;  // the server's TLS key changed: then whatever is risky is hostile
  // What an examination of the definition as it is now has asked, if it found no poison: where it
  // would hear the same, the definition is not read for poison again. Or absent.
  const detect::NamesAsked* clean = nullptr;
};

// Do these two of one server's own pins differ in its TLS key?
[[nodiscard]] bool has_new_key(const Pin& before, const Pin& after);

// `before` and `after` are of one subject and name.
[[nodiscard]] Drift compare(const Pin& before, const Pin& after, const Context& context = {});
[[nodiscard]] Drift judge_new(const Pin& pin, const Context& context = {});
[[nodiscard]] Drift judge_gone(const Pin& pin);

}  // namespace touchstone::pin
