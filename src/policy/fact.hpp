// Facts: everything a rule can ask about, by name, type and phase. The one table.
//
// Checking a policy when it is loaded, `touchstone policy facts` and the reference in
// docs/policy.md follow from kFactRows in fact.cpp. A row whose name has <field> in it stands for
// one fact for each annotation field of model/field.hpp, so a new field is a fact without a change
// here. A row whose name ends in any other <…> is a family: its members are named by the rules
// themselves.
//
// Immutable and built once; may be read from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/field.hpp"

namespace touchstone::policy {

enum class Type : std::uint8_t { kFlag, kNumber, kText, kSet, kAny };
// When a fact is known: before the call, or only once there is a result. A rule has one too.
enum class Phase : std::uint8_t { kRequest, kResponse };
inline constexpr std::size_t kPhaseCount = 2;

[[nodiscard]] std::string_view name_of(Phase phase);  // "request", "response"
[[nodiscard]] std::string_view name_of(Type type);    // "flag", "number", "text", "set", "any"

// What a fact can be besides its words (vocabulary.hpp).
enum class Besides : std::uint8_t { kNothing, kAnything, kClasses, kMethods, kPointers, kDates };

using FactId = std::uint16_t;
inline constexpr std::size_t kMostFacts = 176;  // what Facts has room for, with families

inline constexpr double kNoBound = std::numeric_limits<double>::infinity();

struct FactSpec {
  std::string name;  // of a family: what its members begin with, "request.arguments."
  Type type = Type::kText;
  Phase phase = Phase::kRequest;
  std::vector<std::string_view> words;   // that it can be
  Besides besides = Besides::kAnything;  // and what else
  bool ordered = false;                  // the words stand in order, least first
  double least = -kNoBound;              // of a number
  double most = kNoBound;
  bool is_family = false;
  std::string_view meaning;

  // Its words are all that it can be.
  [[nodiscard]] bool is_closed() const { return besides == Besides::kNothing; }
};

// A row of the table as people read it, before <field> is replaced.
struct FactRow {
  std::string_view name;
  std::string_view type;  // "flag", …; "field": as the annotation field is
  Phase phase;
  std::string_view words;  // between spaces, see vocabulary.hpp; "< " in front: least first; of
                           // a number, its bounds: "0..23", "0.."
  std::string_view meaning;
};

[[nodiscard]] std::span<const FactRow> fact_rows();
[[nodiscard]] std::span<const FactSpec> all_facts();
[[nodiscard]] inline const FactSpec& spec(FactId id) { return all_facts()[id]; }

// One fact that a rule names: a fixed one, or a member of a family.
struct FactRef {
  FactId id = 0;
  std::string member;  // a JSON pointer for arguments, else a name; empty: a fixed fact

  friend bool operator==(const FactRef&, const FactRef&) = default;
};

// By name. "request.arguments.to" and "request.arguments./to" are the same argument.
[[nodiscard]] std::optional<FactRef> find_fact(std::string_view name);
// The id of a fixed fact or (with the dot at its end) of a family. The name must be in the table:
// it is written in the code, never read.
[[nodiscard]] FactId fact_id(std::string_view name);
[[nodiscard]] FactId arguments_id();  // of all members of request.arguments
[[nodiscard]] std::string to_string(const FactRef& fact);
// What to do about a fact that there is not: "did you mean tool.name?".
[[nodiscard]] std::string meant_fact(std::string_view name);
// The name of one that is near, or nothing.
[[nodiscard]] std::string nearest_fact(std::string_view name);

}  // namespace touchstone::policy
