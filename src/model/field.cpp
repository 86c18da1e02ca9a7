#include "model/field.hpp"

#include <string>

namespace touchstone::model {
namespace {

constexpr FieldSpec text(Field field, std::string_view name, std::string_view from,
                         std::string_view meaning) {
  return {field, name, Type::kText, {}, {}, {}, false, from, meaning};
}

struct Flag {
  std::optional<bool> fallback;
  bool risky;
  bool only_if_writing = false;
};

constexpr FieldSpec flag(Field field, std::string_view name, Flag flag, std::string_view from,
                         std::string_view meaning) {
  return {field, name,   Type::kFlag, flag.fallback, flag.risky, {}, flag.only_if_writing,
          from,  meaning};
}

constexpr FieldSpec choice(Field field, std::string_view name, Vocabulary vocabulary,
                           std::string_view meaning) {
  return {field, name, Type::kChoices, {}, {}, vocabulary, false, "SEP-1913", meaning};
}

constexpr FieldSpec other(Field field, std::string_view name, Type type, std::string_view meaning) {
  return {field, name, type, {}, {}, {}, false, "SEP-1913", meaning};
}

constexpr std::optional<bool> kNoClaim = std::nullopt;

}  // namespace

// clang-format off
constexpr std::array<FieldSpec, kFieldCount> kFields{
    text(Field::kTitle, "title", "core", "name for people"),
    flag(Field::kReadOnly, "readOnlyHint", {.fallback = false, .risky = false}, "core",
         "does not modify its environment"),
    flag(Field::kDestructive, "destructiveHint",
         {.fallback = true, .risky = true, .only_if_writing = true}, "core",
         "may delete or overwrite, not only add"),
    flag(Field::kIdempotent, "idempotentHint",
         {.fallback = false, .risky = false, .only_if_writing = true}, "core",
         "calling again with the same arguments changes nothing more"),
    flag(Field::kOpenWorld, "openWorldHint", {.fallback = true, .risky = true}, "core",
         "deals with an open world of external entities"),
    flag(Field::kAiProcessing, "aiProcessingHint", {.fallback = kNoClaim, .risky = true},
         "SEP-1984", "uses AI or a language model"),
    flag(Field::kSlowExecution, "slowExecutionHint", {.fallback = kNoClaim, .risky = true},
         "SEP-1984", "typically takes more than a few seconds"),
    flag(Field::kResourceIntensive, "resourceIntensiveHint", {.fallback = kNoClaim, .risky = true},
         "SEP-1984", "heavy on CPU, memory or disk"),
    flag(Field::kSensitiveData, "sensitiveDataHint", {.fallback = kNoClaim, .risky = true},
         "SEP-1984", "handles personal, secret, financial or otherwise confidential data"),
    flag(Field::kPrivilegedAccess, "privilegedAccessHint", {.fallback = kNoClaim, .risky = true},
         "SEP-1984", "needs elevated privileges"),
    flag(Field::kReversible, "reversibleHint",
         {.fallback = kNoClaim, .risky = false, .only_if_writing = true}, "SEP-1984",
         "its effects can be undone"),
    flag(Field::kAgency, "agencyHint", {.fallback = kNoClaim, .risky = true}, "SEP-1938",
         "plans and acts in several steps of its own"),
    flag(Field::kMaliciousActivity, "maliciousActivityHint", {.fallback = kNoClaim, .risky = true},
         "SEP-1913", "may carry or report malicious activity"),
    other(Field::kAttribution, "attribution", Type::kUris, "where the data comes from"),
    choice(Field::kDestination, "inputMetadata.destination", Vocabulary::kDestination,
           "where input may be stored or sent"),
    other(Field::kInputSensitivity, "inputMetadata.sensitivity", Type::kClasses,
          "classes of data it may accept"),
    choice(Field::kOutcomes, "inputMetadata.outcomes", Vocabulary::kOutcomes,
           "impact on the world"),
    choice(Field::kSource, "returnMetadata.source", Vocabulary::kSource,
           "where returned data originates"),
    other(Field::kReturnSensitivity, "returnMetadata.sensitivity", Type::kClasses,
          "classes of data it may return"),
};
// clang-format on

const FieldSpec* find_field(std::string_view name) {
  for (const auto& field : kFields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

Value default_value(Field field, std::string_view tool_name) {
  if (field == Field::kTitle && !tool_name.empty()) return std::string(tool_name);
  const auto fallback = spec(field).fallback;
  return fallback ? Value(*fallback) : Value();
}

}  // namespace touchstone::model
