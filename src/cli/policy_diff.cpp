// touchstone policy diff: what another policy would have decided, on facts that were recorded.
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

struct Policies {
  std::shared_ptr<const policy::Policy> before;
  std::shared_ptr<const policy::Policy> after;
};

void compare(const Policies& policies, const Recorded& recorded, policy::Phase phase,
             Comparison& into) {
  const auto old = decide_again(*policies.before, recorded, phase);
  const auto now = decide_again(*policies.after, recorded, phase);
  if (!old.is_told || !now.is_told) {
    ++into.untold;
    return;
  }
  if (old.decision.effect == now.decision.effect) return;
  into.differences.push_back({recorded.id.empty() ? std::to_string(into.records) : recorded.id,
                              recorded.tool, phase, old.decision.effect, now.decision.effect,
                              changed_rules(rules_of(old.decision), rules_of(now.decision))});
}

base::Result<void> compare_line(const Policies& policies, std::string_view line,
                                const std::string& where, const FindRecord& find,
                                Comparison& into) {
  const auto recorded = read_counted(line, where, find, into);
  if (!recorded) return tl::unexpected(recorded.error());
  if (!*recorded) return {};
  for (const auto phase : phases_of(**recorded)) compare(policies, **recorded, phase, into);
  return {};
}

struct Line {
  std::string text;
  std::string where;
};

// A record a line, or all of them in an array, as `decisions list --format json` prints them.
base::Result<std::vector<Line>> lines_of(std::string_view text, const std::string& source) {
  std::vector<Line> out;
  const auto array = text.find_first_not_of(" \t\r\n");
  if (array != std::string_view::npos && text[array] == '[') {
    const auto document = json::Parser().parse(json::Text::copy_of(text));
    if (!document) return tl::unexpected(json::to_error(document.error(), source));
    for (const auto record : document->root().elements())
      out.push_back({std::string(record.raw()), source});
    return out;
  }
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto line = take_line(text);
    if (!is_blank(line)) out.push_back({std::string(line), fmt::format("{}:{}", source, number)});
  }
  return out;
}

// By their ids: a result may stand before its call.
std::map<std::string, const Line*> records_by_id(const std::vector<Line>& lines) {
  std::map<std::string, const Line*> out;
  json::Parser parser;
  for (const auto& line : lines) {
    const auto document = parser.parse(json::Text::copy_of(line.text));
    if (!document) continue;  // told when it is its turn
    if (const auto id = document->root().find("id").as_string()) out.emplace(*id, &line);
  }
  return out;
}

base::Result<Comparison> compare_text(const Policies& policies, std::string_view text,
                                      const std::string& source) {
  const auto lines = lines_of(text, source);
  if (!lines) return tl::unexpected(lines.error());
  const auto ids = records_by_id(*lines);
  const FindRecord find = [&](const std::string& id) -> base::Result<std::optional<std::string>> {
    const auto it = ids.find(id);
    return it != ids.end() ? std::optional(it->second->text) : std::nullopt;
  };
  Comparison comparison;
  for (const auto& line : *lines) {
    if (auto done = compare_line(policies, line.text, line.where, find, comparison); !done)
      return tl::unexpected(done.error());
  }
  return comparison;
}

base::Result<Comparison> compare_stored(const Policies& policies, const PolicyOptions& options) {
  Comparison comparison;
  const auto done =
      each_stored(options, [&](const store::Decision& decision, const FindRecord& find) {
        return compare_line(policies, decision.json, decision.id, find, comparison);
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
  return compare_text(both, *text, input_name(options.input));
}

}  // namespace

int policy_diff(const PolicyOptions& options, Io& io) {
  const auto comparison = compare_all(options, io);
  if (!comparison) return report(io, comparison.error());
  return print_comparison(*comparison, options, io);
}

}  // namespace touchstone::cli
