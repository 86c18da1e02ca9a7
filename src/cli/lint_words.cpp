#include "cli/lint_words.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/lint_report.hpp"

namespace touchstone::cli {
namespace {

using model::FindingKind;

bool is_joint(FindingKind kind) {
  return kind == FindingKind::kCoverage || kind == FindingKind::kMoot;
}

bool needs_pointer(FindingKind kind) {
  return kind == FindingKind::kMalformed || kind == FindingKind::kUnknown;
}

std::string joint_text(FindingKind kind, const std::vector<std::string>& fields) {
  const auto list = base::list_in_words(fields);
  if (kind == FindingKind::kCoverage) {
    return fmt::format("{} are missing: clients must assume the worst", list);
  }
  return fmt::format("{} mean nothing on a read-only tool", list);
}

Remark joint_remark(const std::vector<model::Finding>& findings, const model::Finding& first) {
  Remark remark{first.severity, first.kind, {}, first.offset};
  std::vector<std::string> fields;
  for (const auto& finding : findings) {
    if (finding.kind != first.kind) continue;
    fields.push_back(finding.field);
    remark.severity = std::max(remark.severity, finding.severity);
  }
  remark.text = fields.size() == 1 ? first.reason : joint_text(first.kind, fields);
  return remark;
}

Remark own_remark(const model::Finding& finding) {
  auto text = finding.reason;
  if (needs_pointer(finding.kind) && !finding.pointer.empty()) {
    text += fmt::format(" (at {})", finding.pointer);
  }
  return {finding.severity, finding.kind, std::move(text), finding.offset};
}

}  // namespace

std::vector<Remark> in_words(const std::vector<model::Finding>& findings) {
  std::vector<Remark> remarks;
  for (const auto& finding : findings) {
    if (!is_joint(finding.kind)) {
      remarks.push_back(own_remark(finding));
    } else if (std::ranges::find(remarks, finding.kind, &Remark::kind) == remarks.end()) {
      remarks.push_back(joint_remark(findings, finding));
    }
  }
  return remarks;
}

std::string summary(const LintReport& report) {
  const auto& tools = report.assay.tools();
  const auto total = report.count();
  if (total == 0) return fmt::format("{}: nothing found", base::counted(tools.size(), "tool"));
  const auto has_findings = [&](const Assayed& item) { return !report.findings(item).empty(); };
  const auto affected = std::ranges::count_if(tools, has_findings);
  const auto others =
      static_cast<std::size_t>(std::ranges::count_if(report.assay.others(), has_findings));
  const auto more =
      others == 0 ? "" : fmt::format(" and {}", base::counted(others, "other definition"));
  std::vector<std::string> parts;
  for (const auto severity :
       {model::Severity::kError, model::Severity::kWarning, model::Severity::kNote}) {
    if (const auto count = report.count(severity); count > 0) {
      parts.push_back(base::counted(count, name_of(severity)));
    }
  }
  return fmt::format("{} in {} of {}{}: {}", base::counted(total, "finding"), affected,
                     base::counted(tools.size(), "tool"), more, base::list_in_words(parts));
}

}  // namespace touchstone::cli
