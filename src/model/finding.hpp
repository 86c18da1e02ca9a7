// Finding: something about a tool that its author or its user should know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace touchstone::model {

enum class FindingKind : std::uint8_t {
  kMalformed,      // not what the specification says: counts as no claim
  kLie,            // an observation contradicts the declaration
  kContradiction,  // two declarations exclude each other
  kDoubt,          // the tool's own words contradict the declaration
  kCoverage,       // a hint is missing, so clients assume the worst
  kUnknown,        // a key nobody reads
  kMoot,           // a hint that means nothing on a read-only tool
  kPoison,         // words that are meant for the model and against the user
  kShadow,         // passes for another server's tool, or speaks of one
};

enum class Severity : std::uint8_t { kNote, kWarning, kError };

[[nodiscard]] std::string_view name_of(FindingKind kind);
[[nodiscard]] std::string_view name_of(Severity severity);
// What the kind means and what to do about it, in a sentence each; for reports and docs.
[[nodiscard]] std::string_view meaning_of(FindingKind kind);

inline constexpr FindingKind kAllFindingKinds[] = {
    FindingKind::kMalformed, FindingKind::kLie,      FindingKind::kContradiction,
    FindingKind::kDoubt,     FindingKind::kCoverage, FindingKind::kUnknown,
    FindingKind::kMoot,      FindingKind::kPoison,   FindingKind::kShadow};

struct Finding {
  FindingKind kind;
  Severity severity;
  std::string field;    // a wire name ("destructiveHint"), or empty if it is about the whole tool
  std::string reason;   // one sentence, no full stop
  std::string pointer;  // JSON pointer into the document it was read from
  std::size_t offset = 0;  // byte offset of that place in the document

  friend bool operator==(const Finding&, const Finding&) = default;
};

}  // namespace touchstone::model
