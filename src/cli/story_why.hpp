// Why a policy decided as it did, asked again on the facts that are on record.
//
// Only by the very policy that decided: its version is in the record, and it is looked for in the
// config, among the packs, and in the records of what was in force (gateway/journal.hpp). If none
// has it, what the record says of its rules is all.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "json/document.hpp"
#include "policy/explain.hpp"
#include "store/store.hpp"

namespace touchstone::cli {

struct Why {
  std::string version;                           // of the policy that decided; empty: none did
  std::string name;                              // as the config had it; empty: unknown
  std::shared_ptr<const policy::Policy> policy;  // if it is still at hand, or on record
  bool has_changed = false;                      // another one decides now
  std::vector<policy::RuleReport> reports;       // of the rules on record; borrow from `policy`

  [[nodiscard]] const policy::RuleReport* find(std::string_view rule) const;
};

// Whether the answer to this question cannot be known, because the arguments are not on record: of
// a question about them, and of what such questions are part of.
[[nodiscard]] bool is_unknown(const policy::RuleReport& report, const policy::Asked& asked);

// `record` has the facts, `decided` the rules that fired; both are bodies.
[[nodiscard]] Why why_of(store::Store& store, json::View record, json::View decided,
                         policy::Phase phase, const StoreOptions& options);

}  // namespace touchstone::cli
