// Cues: words and phrases that tell something about a tool besides its verbs, and the one table
// that lists them (cue.cpp).
//
// A cue is found in five places: the tool's name, its description, the names of its parameters,
// their descriptions, and what its output schema says of results. The further down that list, the
// less it says of the tool as a whole.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "infer/words.hpp"

namespace touchstone::infer {

enum class Cue : std::uint8_t {
  // what it does
  kSaysReadOnly,     // "read-only", "does not modify"
  kSaysHarmless,     // "non-destructive", "does not overwrite"
  kDestructive,      // "overwrites", "data loss"
  kIrreversible,     // "cannot be undone"
  kReversible,       // "can be restored"
  kIdempotent,       // "idempotent", "safe to retry"
  kCreatesOnDemand,  // "is created automatically"
  kStartsJob,        // "starts an analysis", "waits for it to complete"
  kReturnsNew,       // "returns the created", "id of the new"
  kGuidance,         // "step-by-step guidance"
  kDetermines,       // "determines whether"
  kPartial,          // "only the fields provided"
  kSaves,            // "saved to", "output path"
  // what it reaches
  kWeb,            // website, URL, crawl
  kMessaging,      // email, chat, notification
  kPublicContent,  // forum, review, comment: what strangers write
  kPublicPlace,    // publicly, social media
  kLocal,          // file, folder, clipboard
  kOrganisation,   // workspace, team, project: what colleagues keep
  kSystem,         // version, uptime, settings: what the server knows of itself
  kReference,      // official documentation: public, and somebody answers for it
  kHook,           // webhook, callback: an address that will be called
  // what it handles
  kCredentials,
  kFinancial,
  kPersonal,
  kHealth,
  kUserData,
  // how it works
  kAi,      // llm, prompt: often only the model that calls
  kAiWork,  // "language model", embedding: one that takes part
  kAgent,
  kAutonomous,  // "decides on its own", "multi-step"
  kPrivileged,  // admin, permission: often only what the caller needs
  kElevated,    // sudo, "elevated privileges", "grant access"
  kSlow,
  kHeavy,
  kShell,  // runs code or commands that the caller writes
  kSql,
};
inline constexpr std::size_t kCueCount = 37;

enum class Spot : std::uint8_t { kName, kText, kParameter, kParameterText, kResult };
inline constexpr std::size_t kSpotCount = 5;

// Where a cue was first found in one kind of place.
struct Hit {
  std::string_view phrase;      // of the table; empty: not found
  std::uint16_t parameter = 0;  // which one, for parameters and results
  explicit operator bool() const { return !phrase.empty(); }
};

class CueSheet {
 public:
  // Notes every cue among the words. Denied ones ("never overwrites") are left out.
  void note(const Words& words, Spot spot, std::uint16_t parameter = 0);

  [[nodiscard]] const Hit& at(Cue cue, Spot spot) const {
    return hits_[static_cast<std::size_t>(cue)][static_cast<std::size_t>(spot)];
  }
  [[nodiscard]] bool has(Cue cue, Spot spot) const { return static_cast<bool>(at(cue, spot)); }
  [[nodiscard]] bool has(Cue cue) const;

 private:
  std::array<std::array<Hit, kSpotCount>, kCueCount> hits_;
};

}  // namespace touchstone::infer
