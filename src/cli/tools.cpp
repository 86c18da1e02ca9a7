#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/markdown.hpp"
#include "cli/printable.hpp"
#include "cli/report_error.hpp"
#include "cli/selection.hpp"
#include "cli/style.hpp"
#include "cli/table.hpp"
#include "cli/tool_json.hpp"
#include "model/derive.hpp"

namespace touchstone::cli {
namespace {

using Chosen = std::vector<const Assayed*>;
using Columns = std::vector<const FactSpec*>;

constexpr std::string_view kUsualColumns = "name,tier,risk,legs,findings";
constexpr std::string_view kHintColumns =
    "name,tier,risk,legs,readOnlyHint,destructiveHint,idempotentHint,openWorldHint,findings";
constexpr std::size_t kWidthForHints = 130;

// With the four core hints where there is room for them.
std::string usual_columns(const Chosen& chosen, const Terminal& terminal) {
  const bool narrow = terminal.width > 0 && terminal.width < kWidthForHints;
  const auto columns = narrow ? kUsualColumns : kHintColumns;
  const bool named =
      std::ranges::any_of(chosen, [](const Assayed* tool) { return !tool->tool.server.empty(); });
  const bool held =
      std::ranges::any_of(chosen, [](const Assayed* tool) { return !tool->held.empty(); });
  return fmt::format("{}{}{}", named ? "server," : "", columns, held ? ",held" : "");
}

// Column heads without the words that every one of them has.
std::string head_of(const FactSpec& fact) {
  std::string_view name = fact.name;
  if (name.ends_with("Hint")) name.remove_suffix(4);
  return std::string(name);
}

std::string text_of(const FactSpec& fact, const Assayed& tool) {
  if (fact.name == "name") return tool.display_name;
  if (fact.name == "findings") return fmt::format("{}", tool.findings.size());
  const auto value = value_of(fact, tool);
  if (!value.is_set()) return "-";
  if (fact.kind == FactSpec::Kind::kFlag) return value.words.front() == "true" ? "yes" : "no";
  if (value.words.empty()) return "(none)";
  std::string out;
  for (const auto& word : value.words) out += (out.empty() ? "" : ", ") + word;
  return printable(out);
}

Cell cell_of(const FactSpec& fact, const Assayed& tool, const Style& style) {
  auto text = text_of(fact, tool);
  if (fact.name == "risk") {
    const auto risk = model::risk_of(tool.profile);
    return {text, [style, risk](auto t) { return style.paint(risk, t); }};
  }
  if (fact.name == "tier") {
    const auto tier = model::tier_of(tool.profile);
    return {text, [style, tier](auto t) { return style.paint(tier, t); }};
  }
  return {text};
}

void print_table(const Chosen& chosen, const Columns& columns, std::size_t total, Io& io) {
  const Style style(io.terminal.colour);
  Table table(0, io.terminal.width);
  std::vector<Cell> head;
  for (const auto* column : columns) {
    head.emplace_back(head_of(*column), [style](auto text) { return style.bold(text); });
  }
  table.add(std::move(head));
  for (const auto* tool : chosen) {
    std::vector<Cell> row;
    for (const auto* column : columns) row.push_back(cell_of(*column, *tool, style));
    table.add(std::move(row));
  }
  table.print(io.out);
  io.out << fmt::format("\n{} of {}; - where nobody says anything\n", chosen.size(),
                        base::counted(total, "tool"));
}

void print_markdown(const Chosen& chosen, const Columns& columns, Io& io) {
  MarkdownTable table;
  std::vector<std::string> head;
  for (const auto* column : columns) head.push_back(column->name);
  table.add(head);
  for (const auto* tool : chosen) {
    std::vector<std::string> row;
    for (const auto* column : columns) row.push_back(text_of(*column, *tool));
    table.add(row);
  }
  table.print(io.out);
}

void print_json(const Chosen& chosen, bool lines, Io& io) {
  json::Writer out;
  if (!lines) out.begin_array();
  for (const auto* tool : chosen) {
    if (lines) {
      json::Writer line;
      write_tool(line, *tool);
      io.out << line.text() << '\n';
    } else {
      write_tool(out.newline(), *tool);
    }
  }
  if (!lines) io.out << out.newline().end_array().text() << '\n';
}

}  // namespace

int tools(const ToolsOptions& options, Io& io) {
  const auto assay = Assay::load(options.source, io, options.trust);
  if (!assay) return report(io, assay.error());
  const auto chosen = select(*assay, options.where, options.sort);
  if (!chosen) return report(io, chosen.error());
  const auto columns = parse_columns(options.columns.empty() ? usual_columns(*chosen, io.terminal)
                                                             : options.columns);
  if (!columns) return report(io, columns.error());

  switch (options.format) {
    case Format::kJson: print_json(*chosen, false, io); break;
    case Format::kJsonLines: print_json(*chosen, true, io); break;
    case Format::kMarkdown: print_markdown(*chosen, *columns, io); break;
    default: print_table(*chosen, *columns, assay->tools().size(), io); break;
  }
  return kExitClean;
}

}  // namespace touchstone::cli
