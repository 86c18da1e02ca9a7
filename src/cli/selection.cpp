#include "cli/selection.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/condition.hpp"

namespace touchstone::cli {
namespace {

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const auto comma = text.find(',');
    auto part = text.substr(0, comma);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    if (!part.empty()) parts.push_back(part);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return parts;
}

base::Result<const FactSpec*> fact_named(std::string_view name, std::string_view option) {
  if (const auto* fact = find_fact(name)) return fact;
  auto error = unknown_fact(name);
  error.where = option;
  return tl::unexpected(std::move(error));
}

base::Result<SortKey> parse_key(std::string_view text) {
  const auto colon = text.rfind(':');
  const auto direction = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  const auto fact = fact_named(text.substr(0, colon), "--sort");
  if (!fact) return tl::unexpected(fact.error());
  if (!direction.empty() && direction != "asc" && direction != "desc") {
    return base::fail(fmt::format("{} is not a direction", direction), "--sort",
                      "name:asc or name:desc");
  }
  const bool is_text = (*fact)->kind == FactSpec::Kind::kText;
  return SortKey{*fact, direction.empty() ? !is_text : direction == "desc"};
}

// Below zero if `a` comes first by this key.
int compare(const SortKey& key, const FactValue& a, const FactValue& b) {
  if (a.is_set() != b.is_set()) return a.is_set() ? -1 : 1;
  if (!a.is_set()) return 0;
  int order = a.ordinal - b.ordinal;
  if (order == 0 && !a.words.empty() && !b.words.empty()) {
    order = base::lower_case(a.words.front()).compare(base::lower_case(b.words.front()));
  }
  return key.descending ? -order : order;
}

// A tool with the values it is sorted by, so that each is worked out once.
struct SortedTool {
  const Assayed* tool;
  std::vector<FactValue> values;
};

void sort_by(std::vector<SortedTool>& tools, const std::vector<SortKey>& keys) {
  std::ranges::stable_sort(tools, [&](const SortedTool& a, const SortedTool& b) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const int order = compare(keys[i], a.values[i], b.values[i]);
      if (order != 0) return order < 0;
    }
    return false;
  });
}

}  // namespace

base::Result<std::vector<SortKey>> parse_sort(std::string_view text) {
  std::vector<SortKey> keys;
  for (const auto part : split(text)) {
    auto key = parse_key(part);
    if (!key) return tl::unexpected(key.error());
    keys.push_back(*key);
  }
  return keys;
}

base::Result<std::vector<const FactSpec*>> parse_columns(std::string_view text) {
  std::vector<const FactSpec*> columns;
  for (const auto part : split(text)) {
    auto fact = fact_named(part, "--columns");
    if (!fact) return tl::unexpected(fact.error());
    columns.push_back(*fact);
  }
  if (columns.empty()) return base::fail("no column is named", "--columns", "name,risk,legs");
  return columns;
}

base::Result<std::vector<const Assayed*>> select(const Assay& assay, std::string_view where,
                                                 std::string_view sort) {
  const auto keys = parse_sort(sort);
  if (!keys) return tl::unexpected(keys.error());
  base::Result<Condition> condition =
      Condition::parse(where.empty() ? "name is set or name is unset" : where);
  if (!condition) return tl::unexpected(condition.error());

  std::vector<SortedTool> chosen;
  for (const auto& tool : assay.tools()) {
    if (!condition->holds(tool)) continue;
    chosen.push_back({&tool, {}});
    for (const auto& key : *keys) chosen.back().values.push_back(value_of(*key.fact, tool));
  }
  sort_by(chosen, *keys);
  std::vector<const Assayed*> out;
  for (const auto& entry : chosen) out.push_back(entry.tool);
  return out;
}

}  // namespace touchstone::cli
