// Rule: when these conditions hold, this follows. Values, as a policy file states them.
//
// Effects are ordered: of all rules that fire the strongest decides. Nothing a rule says weakens
// another; exceptions stand in the rule itself (`unless`).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/leaf.hpp"

namespace touchstone::policy {

// Weakest first, so that effects compare.
enum class Effect : std::uint8_t { kAllow, kRedact, kQuarantine, kEscalate, kBlock };
enum class Mode : std::uint8_t { kEnforce, kShadow };
enum class Audit : std::uint8_t { kNone, kDigest, kFull };
// How a person says yes: with a button, or by typing the tool's name.
enum class Confirm : std::uint8_t { kYes, kName };
// Whose calls a limit counts together.
enum class Per : std::uint8_t { kSession, kPrincipal, kServer, kTool };

template <typename Enum>
struct Named {
  std::string_view name;
  Enum value;
  std::string_view meaning;
};

inline constexpr Named<Effect> kEffects[] = {
    {"block", Effect::kBlock, "refuse the call, or withhold the result"},
    {"escalate", Effect::kEscalate, "ask a person"},
    {"quarantine", Effect::kQuarantine, "deliver an opaque handle instead of the content"},
    {"redact", Effect::kRedact, "deliver without what the detectors found"},
    {"allow", Effect::kAllow, "let it pass; for rules that only bring modifiers"}};
inline constexpr Named<Mode> kModes[] = {{"enforce", Mode::kEnforce, "it counts"},
                                         {"shadow", Mode::kShadow, "it is only reported"}};
inline constexpr Named<Audit> kAudits[] = {{"full", Audit::kFull, "record values"},
                                           {"digest", Audit::kDigest, "record digests of values"},
                                           {"none", Audit::kNone, "record that it happened"}};
inline constexpr Named<Confirm> kConfirms[] = {
    {"yes", Confirm::kYes, "a person agrees"},
    {"name", Confirm::kName, "a person types the tool's name"}};
inline constexpr Named<Per> kPers[] = {{"session", Per::kSession, ""},
                                       {"principal", Per::kPrincipal, ""},
                                       {"server", Per::kServer, ""},
                                       {"tool", Per::kTool, ""}};
inline constexpr Named<Phase> kPhases[] = {{"request", Phase::kRequest, "before the call"},
                                           {"response", Phase::kResponse, "on the result"}};

[[nodiscard]] std::string_view name_of(Effect effect);
[[nodiscard]] std::string_view name_of(Mode mode);
[[nodiscard]] std::string_view name_of(Audit audit);
[[nodiscard]] std::string_view name_of(Confirm confirm);
[[nodiscard]] std::string_view name_of(Per per);

struct Limit {
  std::uint32_t calls = 0;
  std::chrono::milliseconds window{0};
  Per per = Per::kSession;

  friend bool operator==(const Limit&, const Limit&) = default;
};

struct Modifiers {
  std::optional<Audit> audit;
  std::optional<std::chrono::milliseconds> timeout;  // of the call, or of the wait for a person
  std::optional<Confirm> confirm;
  std::optional<Limit> limit;
  std::vector<std::string> notify;  // whom to tell: names of channels

  [[nodiscard]] bool empty() const { return *this == Modifiers(); }
  friend bool operator==(const Modifiers&, const Modifiers&) = default;
};

// A pack's rule whose place another one took.
struct Replaced {
  std::string pack;  // that was extended
  Effect effect = Effect::kAllow;
  Mode mode = Mode::kEnforce;
  std::string where;
  Phase phase = Phase::kRequest;
  Condition condition = {};
};

struct Rule {
  std::string name;
  std::string description;
  Effect effect = Effect::kAllow;
  Mode mode = Mode::kEnforce;  // with the whole policy's mode counted in
  Phase phase = Phase::kRequest;
  Modifiers modifiers;
  Condition condition;  // `unless` is in it; kAll of nothing: always
  std::string where;    // "policy.yaml:12"
  std::size_t offset = 0;
  std::string pack;                  // that it came with, by `extends`; else empty
  std::optional<Replaced> replaces;  // the strongest, if several packs had one of its name

  [[nodiscard]] bool inherited() const { return !pack.empty(); }

  // What a person is told: the description, or the name if there is none.
  [[nodiscard]] const std::string& text() const { return description.empty() ? name : description; }
  // The same with the name behind it, so that the rule can be found; the name alone if that is all.
  [[nodiscard]] std::string text_and_name() const {
    return description.empty() ? name : description + " (" + name + ")";
  }
};

}  // namespace touchstone::policy
