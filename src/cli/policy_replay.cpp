// touchstone policy replay: what another policy would have decided on what really happened.
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/policy_compare.hpp"
#include "cli/policy_file.hpp"
#include "cli/recorded.hpp"
#include "cli/report_error.hpp"
#include "cli/store_file.hpp"

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
  const auto store = open_store(options.store);
  if (!store) return tl::unexpected(store.error());
  store::DecisionFilter filter{.oldest_first = true, .limit = store::kMaxPage};
  if (!options.since.empty()) {
    const auto since = parse_since(options.since, now());
    if (!since) return tl::unexpected(since.error());
    filter.since = *since;
  }
  Comparison comparison;
  for (;;) {
    const auto page = settled<std::vector<store::Decision>>(
        [&](auto done) { (*store)->list_decisions(filter, std::move(done)); });
    if (!page) return tl::unexpected(page.error());
    for (const auto& decision : *page) {
      if (auto done = replay_one(policy, decision, comparison); !done)
        return tl::unexpected(done.error());
    }
    if (page->size() < store::kMaxPage) return comparison;
    filter.after = page->back().id;
  }
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
