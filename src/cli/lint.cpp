#include "cli/assay.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/lint_report.hpp"
#include "cli/report_error.hpp"

namespace touchstone::cli {

int lint(const LintOptions& options, Io& io) {
  const auto assay = Assay::load(options.source, io, model::Trust::kStandard);
  if (!assay) return report(io, assay.error());
  if (assay->has_more()) {
    io.err << "touchstone: note: the list has a nextCursor; this is only one page of it\n";
  }
  const LintReport result{*assay, options.at_least};
  switch (options.format) {
    case Format::kJson:
    case Format::kJsonLines: write_json(io.out, result); break;
    case Format::kSarif: write_sarif(io.out, result); break;
    case Format::kMarkdown: write_markdown(io.out, result); break;
    case Format::kTable: write_table(io.out, result, io.terminal); break;
  }
  return result.count() == 0 ? kExitClean : kExitFindings;
}

}  // namespace touchstone::cli
