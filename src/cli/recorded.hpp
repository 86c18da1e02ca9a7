// Decisions that were recorded, as a policy can be asked about them again.
//
// A line is a record as `decisions tail --format json` writes it, a map of facts, or
// {"phase": …, "facts": {…}}. A record may have digests where a rule asks for a value, and it does
// not say how many calls were made before: decide_again() tells where it cannot tell.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "policy/decide.hpp"
#include "policy/facts_reader.hpp"

namespace touchstone::cli {

struct Recorded {
  policy::KnownFacts known;
  policy::Phase phase = policy::Phase::kRequest;
  std::string id;    // of a record; else empty
  std::string tool;  // "absent" if the facts do not say
  // What the rules decided then; nothing if that was not recorded.
  std::optional<policy::Effect> effect = {};
  bool is_limited = false;  // they let it pass, and a limit did not
  bool has_values = true;   // false: digests stand where values of the arguments were
};

// Nothing: a record of something that no policy decided, or with no facts (`audit: none`).
[[nodiscard]] base::Result<std::optional<Recorded>> read_recorded(std::string_view line,
                                                                  const std::string& where);
// It is a record, and not a map of facts.
[[nodiscard]] bool is_record(std::string_view text);

// Nothing: it hangs on values of which the record has only digests.
[[nodiscard]] std::optional<policy::Decision> decide_again(const policy::Policy& policy,
                                                           const Recorded& recorded);

}  // namespace touchstone::cli
