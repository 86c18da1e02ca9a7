// Facts: everything one can ask about a tool by name, for --where, --sort and --columns.
//
//   name, server, title, description          text
//   tier, risk                                ordered words
//   legs, findings                            sets of words
//   managedExecution, held                    flags
//   readOnlyHint … returnMetadata.sensitivity what somebody stated; unset if nobody did
//   effective.<field>                         the same with the default filled in
//   declared.<field>                          what the server itself says
//   egressHint, sensitiveHint, …              aliases, as declared
//
// The list follows from the field table; a new field is a fact without a change here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/assay.hpp"

namespace touchstone::cli {

struct FactSpec {
  enum class Kind : std::uint8_t { kText, kFlag, kOrdered, kSet };
  std::string name;
  Kind kind;
  std::vector<std::string> words;  // the only values it can have, in order; empty: any text
  std::string meaning;
};

[[nodiscard]] const std::vector<FactSpec>& all_facts();
// By name, whatever the case; "Hint" at the end may be left out, as column heads do.
[[nodiscard]] const FactSpec* find_fact(std::string_view name);
// "unknown fact readOnly" with a suggestion and where to find the list.
[[nodiscard]] base::Error unknown_fact(std::string_view name);

// What the fact is for a tool. A set may be stated and empty; unset is something else.
struct FactValue {
  std::vector<std::string> words;
  int ordinal = -1;               // orders tools by it, riskiest highest
  std::vector<std::string> also;  // other words it answers to
  bool known = false;

  [[nodiscard]] bool is_set() const { return known; }
};

[[nodiscard]] FactValue value_of(const FactSpec& fact, const Assayed& tool);

}  // namespace touchstone::cli
