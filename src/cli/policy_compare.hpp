// How decisions differ: what `policy diff` and `policy replay` find and print.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/recorded.hpp"
#include "policy/rule.hpp"
#include "store/decision.hpp"

namespace touchstone::cli {

struct Difference {
  std::string record;  // its number, or its id
  std::string tool;
  policy::Phase phase;
  policy::Effect before;
  policy::Effect after;
  std::vector<std::string> rules;  // that fire in one of the two only, with - or + in front
};

struct Comparison {
  std::size_t records = 0;
  std::vector<Difference> differences;
  std::size_t untold = 0;   // records with digests where a rule asks for values
  std::size_t limited = 0;  // that a limit blocked then; limits are not counted again
  // Of which nothing can be said: no facts were recorded, or the call of a result is not there.
  std::size_t bare_calls = 0;
  std::size_t bare_results = 0;
};

// Reads one record for a comparison, and counts it. Nothing: there is nothing in it to judge.
[[nodiscard]] base::Result<std::optional<Recorded>> read_counted(std::string_view line,
                                                                 const std::string& where,
                                                                 const FindRecord& find,
                                                                 Comparison& into);
// What of it was decided: about the call, about its result, or both.
[[nodiscard]] std::vector<policy::Phase> phases_of(const Recorded& recorded);

[[nodiscard]] std::vector<std::string> rules_of(const policy::Decision& decision);
// Which rules fire in one of two decisions only, with - or + in front.
[[nodiscard]] std::vector<std::string> changed_rules(const std::vector<std::string>& before,
                                                     const std::vector<std::string>& after);

// The decisions in the store that the options name, oldest first, a page at a time.
[[nodiscard]] base::Result<void> each_stored(
    const PolicyOptions& options,
    const std::function<base::Result<void>(const store::Decision&, const FindRecord&)>& take);

// As the options say: a table or JSON.
int print_comparison(const Comparison& comparison, const PolicyOptions& options, Io& io);

}  // namespace touchstone::cli
