// touchstone policy diff: what another policy would have decided, on facts that were recorded.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/json_lines.hpp"
#include "cli/lines.hpp"
#include "cli/policy_compare.hpp"
#include "cli/policy_file.hpp"
#include "cli/read_input.hpp"
#include "cli/report_error.hpp"
#include "policy/decide.hpp"
#include "policy/facts_reader.hpp"
#include "tree/tree.hpp"

namespace touchstone::cli {
namespace {

std::vector<std::string> changed_rules(const policy::Decision& before,
                                       const policy::Decision& after) {
  std::map<std::string, int> counts;
  for (const auto* rule : before.fired) --counts[rule->name];
  for (const auto* rule : after.fired) ++counts[rule->name];
  std::vector<std::string> out;
  for (const auto& [name, count] : counts) {
    if (count != 0) out.push_back((count < 0 ? "-" : "+") + name);
  }
  return out;
}

// A line is a map of facts, or {"phase": …, "facts": {…}}.
base::Result<policy::Phase> read_record(std::string_view line, const std::string& where,
                                        policy::KnownFacts& into) {
  const auto root = tree::read_json(line, policy::kFileLimits);
  if (!root) return base::fail(root.error().what, where);
  const auto* facts = root->find("facts");
  const auto* phase = root->find("phase");
  const auto problems = policy::read_facts(facts == nullptr ? *root : *facts, into);
  if (!problems.empty()) {
    return base::fail(problems.front().what, where, problems.front().remedy);
  }
  const bool response = facts != nullptr && phase != nullptr && phase->text == "response";
  return response ? policy::Phase::kResponse : policy::Phase::kRequest;
}

void compare(const policy::Policy& before, const policy::Policy& after, policy::Phase phase,
             const policy::Facts& facts, Comparison& into) {
  const auto old = decide(before, phase, facts);
  const auto now = decide(after, phase, facts);
  auto rules = changed_rules(old, now);
  if (old.effect == now.effect) return;
  const auto tool = facts.text_of({policy::fact_id("tool.name"), ""});
  into.differences.push_back(
      {std::to_string(into.records), tool, old.effect, now.effect, std::move(rules)});
}

base::Result<Comparison> compare_all(const PolicyOptions& options, Io& io) {
  const auto before = good_policy(options.policy, io);
  if (!before) return tl::unexpected(before.error());
  const auto after = good_policy(options.other, io);
  if (!after) return tl::unexpected(after.error());
  const auto text = read_input(options.input, io.in, kMaxRowFile);
  if (!text) return tl::unexpected(text.error());
  Comparison comparison;
  std::string_view rest = *text;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const auto line = take_line(rest);
    if (is_blank(line)) continue;
    policy::KnownFacts known;
    const auto phase = read_record(line, fmt::format("{}:{}", options.input, number), known);
    if (!phase) return tl::unexpected(phase.error());
    ++comparison.records;
    compare(**before, **after, *phase, known.facts, comparison);
  }
  return comparison;
}

}  // namespace

int policy_diff(const PolicyOptions& options, Io& io) {
  const auto comparison = compare_all(options, io);
  if (!comparison) return report(io, comparison.error());
  return print_comparison(*comparison, options, io);
}

}  // namespace touchstone::cli
