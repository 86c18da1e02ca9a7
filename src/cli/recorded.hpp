// Decisions that were recorded, as a policy can be asked about them again.
//
// A line is a record as `decisions tail --format json` writes it, a map of facts, or
// {"phase": …, "facts": {…}}. A record may have digests where a rule asks for a value, and it does
// not say how many calls were made before: decide_again() tells where it cannot tell.
//
// The facts of a result are in its own record if a rule spoke of it; in its call's, if that was
// written when the call had come back; else half of them are in each.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "policy/decide.hpp"
#include "policy/facts_reader.hpp"
#include "policy/recorded.hpp"

namespace touchstone::cli {

struct Recorded {
  policy::KnownFacts known;
  policy::Phase phase = policy::Phase::kRequest;
  std::string id;    // of a record; else empty
  std::string tool;  // "absent" if the facts do not say
  // What the rules decided then; nothing if that was not recorded.
  std::optional<policy::Effect> effect = {};
  std::vector<std::string> rules = {};  // that fired then, by name
  bool is_limited = false;              // they let it pass, and a limit did not
  policy::Kept arguments = policy::Kept::kAll;
  // Of a call: the facts are those of its result, too, of which no rule has spoken.
  bool has_result = false;
};

// Nothing: a record of something that no policy decided, or with no facts (`audit: none`).
[[nodiscard]] base::Result<std::optional<Recorded>> read_recorded(std::string_view line,
                                                                  const std::string& where);
// It is a record, and not a map of facts.
[[nodiscard]] bool is_record(std::string_view text);

// The record of this id as JSON, if there is one.
using FindRecord = std::function<base::Result<std::optional<std::string>>(const std::string& id)>;

// One record, with what of it was decided by a policy and cannot be judged again.
struct Read {
  std::optional<Recorded> recorded;
  bool is_bare_call = false;    // its facts were not recorded
  bool is_bare_result = false;  // likewise, or those of its call are not there
};
// As read_recorded(), also of a result that has to be put together with its call.
[[nodiscard]] base::Result<Read> read_with_call(std::string_view line, const std::string& where,
                                                const FindRecord& find);

struct DecidedAgain {
  policy::Decision decision;  // by the rules that fire whatever was not recorded
  // False: a stronger rule may have fired, or not, and its record has only digests to tell.
  bool is_told = true;
};
[[nodiscard]] DecidedAgain decide_again(const policy::Policy& policy, const Recorded& recorded,
                                        policy::Phase phase);

}  // namespace touchstone::cli
