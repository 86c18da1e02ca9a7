// explain(): why a decision came out as it did. Every rule of the phase, with each question it
// asks, whether the answer was yes, and the value that was seen. For people; not for the hot path.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/decide.hpp"
#include "policy/recorded.hpp"

namespace touchstone::policy {

struct Asked {
  std::size_t depth = 0;
  std::string text;  // "tool.tier equals destructive", or "all of", "any of", "not", "unless"
  bool held = false;
  bool unknown = false;  // it hangs on what was not recorded; `held` then says nothing
  bool doubt = false;    // the value can be read in ways that differ; `held` is the side to err on
  std::string seen;      // of a question about a fact: its value, "absent" or "not recorded"
};

struct RuleReport {
  const Rule* rule = nullptr;
  bool fired = false;
  bool unknown = false;  // it may have fired, or not
  std::vector<Asked> asked;
};

// In the order of the policy. Texts of facts are shown up to kMaxSeen bytes.
inline constexpr std::size_t kMaxSeen = 200;
[[nodiscard]] std::vector<RuleReport> explain(const Policy& policy, Phase phase, const Facts& facts,
                                              Kept arguments = Kept::kAll);

}  // namespace touchstone::policy
