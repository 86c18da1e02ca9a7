// touchstone policy replay: what another policy would have decided on what really happened.
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/policy_compare.hpp"
#include "cli/policy_file.hpp"
#include "cli/recorded.hpp"
#include "cli/report_error.hpp"

namespace touchstone::cli {
namespace {

void replay_one(const policy::Policy& policy, const Recorded& recorded, policy::Phase phase,
                Comparison& into) {
  const auto [now, is_told] = decide_again(policy, recorded, phase);
  if (!is_told) {
    ++into.untold;
    return;
  }
  // Of the result that a call's record has no rule has spoken.
  const auto before = phase == recorded.phase ? recorded.effect : std::nullopt;
  if (now.effect == before.value_or(policy::Effect::kAllow)) return;
  const auto rules = phase == recorded.phase ? recorded.rules : std::vector<std::string>();
  into.differences.push_back({recorded.id, recorded.tool, phase,
                              before.value_or(policy::Effect::kAllow), now.effect,
                              changed_rules(rules, rules_of(now))});
}

base::Result<Comparison> replay_all(const policy::Policy& policy, const PolicyOptions& options) {
  Comparison comparison;
  const auto done = each_stored(
      options, [&](const store::Decision& kept, const FindRecord& find) -> base::Result<void> {
        const auto recorded = read_counted(kept.json, kept.id, find, comparison);
        if (!recorded) return tl::unexpected(recorded.error());
        if (!*recorded) return {};
        if ((*recorded)->is_limited) ++comparison.limited;
        for (const auto phase : phases_of(**recorded))
          replay_one(policy, **recorded, phase, comparison);
        return {};
      });
  if (!done) return tl::unexpected(done.error());
  return comparison;
}

}  // namespace

int policy_replay(const PolicyOptions& options, Io& io) {
  const auto policy = good_policy(options.policy, io);
  if (!policy) return report(io, policy.error());
  const auto comparison = replay_all(**policy, options);
  if (!comparison) return report(io, comparison.error());
  return print_comparison(*comparison, options, io);
}

}  // namespace touchstone::cli
