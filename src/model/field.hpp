// The annotation fields: the one table.
//
// Everything that knows about annotation fields follows from kFields: reading and writing the wire
// forms, folding, lint, the columns and conditions of the command line, docs/annotations.md. To add
// a field, add an enumerator and a row; if that is not enough, the design is wrong.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "model/choice.hpp"
#include "model/value.hpp"

namespace touchstone::model {

enum class Field : std::uint8_t {
  kTitle,
  kReadOnly,
  kDestructive,
  kIdempotent,
  kOpenWorld,
  kAiProcessing,
  kSlowExecution,
  kResourceIntensive,
  kSensitiveData,
  kPrivilegedAccess,
  kReversible,
  kAgency,
  kMaliciousActivity,
  kAttribution,
  kDestination,
  kInputSensitivity,
  kOutcomes,
  kSource,
  kReturnSensitivity,
};

enum class Type : std::uint8_t { kText, kFlag, kChoices, kClasses, kUris };

struct FieldSpec {
  Field field;
  std::string_view name;  // as on the wire, members of a metadata object with a dot
  Type type;
  std::optional<bool> fallback;          // what an absent flag means; nothing: no claim
  std::optional<bool> risky;             // the value of a flag that evidence may always raise it to
  std::optional<Vocabulary> vocabulary;  // of a choice
  bool only_if_writing;                  // means nothing on a read-only tool
  std::string_view from;                 // "core" or the proposal
  std::string_view meaning;

  // "inputMetadata" for "inputMetadata.destination"; empty for a field that stands alone.
  [[nodiscard]] constexpr std::string_view group() const {
    const auto dot = name.find('.');
    return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
  }
  // "destination" for "inputMetadata.destination"; the name itself for a field that stands alone.
  [[nodiscard]] constexpr std::string_view key() const {
    const auto dot = name.find('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
  }
  [[nodiscard]] constexpr bool is_core() const { return from == "core"; }
};

inline constexpr std::size_t kFieldCount = 19;
extern const std::array<FieldSpec, kFieldCount> kFields;  // in the order of the enumerators

// The closed metadata objects of SEP-1913, whose members are fields of their own.
inline constexpr std::array<std::string_view, 2> kGroups{"inputMetadata", "returnMetadata"};

[[nodiscard]] inline const FieldSpec& spec(Field field) {
  return kFields[static_cast<std::size_t>(field)];
}

// By wire name ("readOnlyHint", "inputMetadata.outcomes"); null if there is none.
[[nodiscard]] const FieldSpec* find_field(std::string_view name);

// What the field is when nobody says anything. A missing title is the tool's name.
[[nodiscard]] Value default_value(Field field, std::string_view tool_name = {});

}  // namespace touchstone::model
