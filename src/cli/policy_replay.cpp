// touchstone policy replay: what another policy would have decided on what really happened.
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/policy_compare.hpp"
#include "cli/policy_file.hpp"
#include "cli/recorded.hpp"
#include "cli/report_error.hpp"

namespace touchstone::cli {
namespace {

base::Result<void> replay_one(const policy::Policy& policy, const store::Decision& decision,
                              Comparison& into) {
  const auto recorded = read_recorded(decision.json, decision.id);
  if (!recorded) return tl::unexpected(recorded.error());
  if (!*recorded) return {};
  ++into.records;
  if ((*recorded)->is_limited) ++into.limited;
  const auto now = decide_again(policy, **recorded);
  if (!now) {
    ++into.untold;
    return {};
  }
  const auto before = (*recorded)->effect.value_or(policy::Effect::kAllow);
  if (now->effect == before) return {};
  std::vector<std::string> rules;
  for (const auto* rule : now->fired) rules.push_back("+" + rule->name);
  into.differences.push_back(
      {decision.id, (*recorded)->tool, before, now->effect, std::move(rules)});
  return {};
}

base::Result<Comparison> replay_all(const policy::Policy& policy, const PolicyOptions& options) {
  Comparison comparison;
  const auto done = each_stored(options, [&](const store::Decision& decision) {
    return replay_one(policy, decision, comparison);
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
