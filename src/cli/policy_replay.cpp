// touchstone policy replay: what another policy would have decided on what really happened.
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/policy_compare.hpp"
#include "cli/policy_file.hpp"
#include "cli/report_error.hpp"
#include "cli/store_file.hpp"
#include "policy/decide.hpp"
#include "policy/facts_reader.hpp"
#include "tree/tree.hpp"

namespace touchstone::cli {
namespace {

std::optional<policy::Effect> effect_of(std::string_view name) {
  for (const auto& effect : policy::kEffects) {
    if (effect.name == name) return effect.value;
  }
  return std::nullopt;
}

// Decisions on calls and results. Others (approvals, declassifications) no policy made, and what
// was recorded with `audit: none` has no facts.
base::Result<void> replay_one(const policy::Policy& policy, const store::Decision& decision,
                              Comparison& into) {
  const auto root = tree::read_json(decision.json, policy::kFileLimits);
  if (!root) return base::fail(root.error().what, decision.id);
  const auto* kind = root->find("kind");
  const auto* body = root->find("body");
  const auto* facts = body == nullptr ? nullptr : body->find("facts");
  const auto* said = root->find("effect");
  const bool on_result = kind != nullptr && kind->text == "result";
  if (facts == nullptr || said == nullptr || (!on_result && kind->text != "call")) return {};
  const auto before = effect_of(said->text);
  if (!before) return {};
  policy::KnownFacts known;
  const auto problems = policy::read_facts(*facts, known);
  if (!problems.empty())
    return base::fail(problems.front().what, decision.id, problems.front().remedy);
  ++into.records;
  const auto phase = on_result ? policy::Phase::kResponse : policy::Phase::kRequest;
  const auto now = policy::decide(policy, phase, known.facts);
  if (now.effect == *before) return {};
  std::vector<std::string> rules;
  for (const auto* rule : now.fired) rules.push_back("+" + rule->name);
  const auto* tool = root->find("tool");
  into.differences.push_back({decision.id, tool == nullptr ? "" : std::string(tool->text), *before,
                              now.effect, std::move(rules)});
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
