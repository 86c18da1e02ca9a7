#include "cli/lint_report.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cli/lint_words.hpp"
#include "cli/markdown.hpp"
#include "cli/printable.hpp"
#include "cli/style.hpp"
#include "cli/table.hpp"

namespace touchstone::cli {
namespace {

std::string place(const LintReport& report, const Assayed& tool, const Remark& remark) {
  const auto position = report.assay.locate(tool, remark.offset);
  return fmt::format("{}:{}", position.line, position.column);
}

std::string heading(const Assayed& tool) {
  if (tool.tool.server.empty()) return tool.display_name;
  return fmt::format("{} / {}", printable(tool.tool.server), tool.display_name);
}

}  // namespace

std::vector<const Assayed*> LintReport::items() const {
  std::vector<const Assayed*> out;
  for (const auto* list : {&assay.tools(), &assay.others()}) {
    for (const auto& item : *list) out.push_back(&item);
  }
  return out;
}

std::vector<model::Finding> LintReport::findings(const Assayed& tool) const {
  std::vector<model::Finding> out;
  std::ranges::copy_if(tool.findings, std::back_inserter(out),
                       [&](const auto& finding) { return finding.severity >= at_least; });
  return out;
}

std::size_t LintReport::count(model::Severity severity) const {
  if (severity < at_least) return 0;
  std::size_t count = 0;
  for (const auto* item : items()) {
    count += static_cast<std::size_t>(
        std::ranges::count(item->findings, severity, &model::Finding::severity));
  }
  return count;
}

std::size_t LintReport::count() const {
  return count(model::Severity::kError) + count(model::Severity::kWarning) +
         count(model::Severity::kNote);
}

void write_table(std::ostream& out, const LintReport& report, const Terminal& terminal) {
  const Style style(terminal.colour);
  Table table(2, terminal.width);
  for (const auto* item : report.items()) {
    const auto& tool = *item;
    const auto remarks = in_words(report.findings(tool));
    if (remarks.empty()) continue;
    table.add_line(style.bold(heading(tool)));
    for (const auto& remark : remarks) {
      const auto severity = remark.severity;
      table.add({{place(report, tool, remark), [style](auto text) { return style.dim(text); }},
                 {std::string(name_of(severity)),
                  [style, severity](auto text) { return style.paint(severity, text); }},
                 std::string(name_of(remark.kind)),
                 printable(remark.text)});
    }
    table.add_line("");
  }
  table.print(out);
  out << summary(report) << '\n';
}

void write_markdown(std::ostream& out, const LintReport& report) {
  out << fmt::format("## touchstone lint: {}\n\n{}\n", markdown_text(report.assay.name()),
                     summary(report));
  if (report.count() == 0) return;
  MarkdownTable table;
  table.add({"tool", "line", "severity", "kind", "what"});
  for (const auto* item : report.items()) {
    for (const auto& remark : in_words(report.findings(*item))) {
      table.add({heading(*item), place(report, *item, remark),
                 std::string(name_of(remark.severity)), std::string(name_of(remark.kind)),
                 remark.text});
    }
  }
  out << '\n';
  table.print(out);
}

}  // namespace touchstone::cli
