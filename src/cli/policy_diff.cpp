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
#include "cli/recorded.hpp"
#include "cli/report_error.hpp"
#include "json/parser.hpp"
#include "policy/decide.hpp"

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

void compare(const policy::Policy& before, const policy::Policy& after, const Recorded& recorded,
             Comparison& into) {
  ++into.records;
  const auto old = decide_again(before, recorded);
  const auto now = decide_again(after, recorded);
  if (!old || !now) {
    ++into.untold;
    return;
  }
  if (old->effect == now->effect) return;
  into.differences.push_back({recorded.id.empty() ? std::to_string(into.records) : recorded.id,
                              recorded.tool, old->effect, now->effect, changed_rules(*old, *now)});
}

struct Policies {
  std::shared_ptr<const policy::Policy> before;
  std::shared_ptr<const policy::Policy> after;
};

base::Result<void> compare_line(const Policies& policies, std::string_view line,
                                const std::string& where, Comparison& into) {
  const auto recorded = read_recorded(line, where);
  if (!recorded) return tl::unexpected(recorded.error());
  if (*recorded) compare(*policies.before, *policies.after, **recorded, into);
  return {};
}

// A record a line, or all of them in an array, as `decisions list --format json` prints them.
base::Result<Comparison> compare_text(const Policies& policies, std::string_view text,
                                      const std::string& source) {
  Comparison comparison;
  base::Result<void> done;
  const auto array = text.find_first_not_of(" \t\r\n");
  if (array != std::string_view::npos && text[array] == '[') {
    const auto document = json::Parser().parse(json::Text::copy_of(text));
    if (!document) return tl::unexpected(json::to_error(document.error(), source));
    for (const auto record : document->root().elements()) {
      if (done = compare_line(policies, record.raw(), source, comparison); !done)
        return tl::unexpected(done.error());
    }
    return comparison;
  }
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto line = take_line(text);
    if (is_blank(line)) continue;
    done = compare_line(policies, line, fmt::format("{}:{}", source, number), comparison);
    if (!done) return tl::unexpected(done.error());
  }
  return comparison;
}

base::Result<Comparison> compare_stored(const Policies& policies, const PolicyOptions& options) {
  Comparison comparison;
  const auto done = each_stored(options, [&](const store::Decision& decision) {
    return compare_line(policies, decision.json, decision.id, comparison);
  });
  if (!done) return tl::unexpected(done.error());
  return comparison;
}

base::Result<Comparison> compare_all(const PolicyOptions& options, Io& io) {
  const auto before = good_policy(options.policy, io);
  if (!before) return tl::unexpected(before.error());
  const auto after = good_policy(options.other, io);
  if (!after) return tl::unexpected(after.error());
  const Policies both{*before, *after};
  if (options.input.empty()) return compare_stored(both, options);
  const auto text = read_input(options.input, io.in, kMaxRowFile);
  if (!text) return tl::unexpected(text.error());
  return compare_text(both, *text, options.input);
}

}  // namespace

int policy_diff(const PolicyOptions& options, Io& io) {
  const auto comparison = compare_all(options, io);
  if (!comparison) return report(io, comparison.error());
  return print_comparison(*comparison, options, io);
}

}  // namespace touchstone::cli
