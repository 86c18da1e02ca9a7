// touchstone eval annotations: scores inference on labelled tools.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/eval_rows.hpp"
#include "cli/eval_score.hpp"
#include "cli/exit_code.hpp"
#include "cli/printable.hpp"
#include "cli/report_error.hpp"
#include "cli/table.hpp"
#include "infer/infer.hpp"
#include "json/writer.hpp"

namespace touchstone::cli {
namespace {

base::Result<std::vector<LabelledTool>> read_tools(const std::vector<EvalRow>& rows) {
  std::vector<LabelledTool> out;
  out.reserve(rows.size());
  for (const auto& row : rows) {
    auto tool = model::read_tool(row.document.root(), "");
    if (tool.name.empty()) {
      return base::fail("the row has no tool name", row.place,
                        R"(rows are {"server":…,"tool":…,"inputSchema":…,"annotations":{…}})");
    }
    out.push_back({std::move(tool), row.place});
  }
  return out;
}

std::vector<std::vector<model::Evidence>> infer_rows(const std::vector<LabelledTool>& rows,
                                                     Io& io) {
  const infer::Families families(
      rows, [](const LabelledTool& row) -> const model::Tool& { return row.tool; });
  Progress progress(io, "tools", rows.size());
  std::vector<std::vector<model::Evidence>> out;
  out.reserve(rows.size());
  for (const auto& row : rows) {
    out.push_back(infer::infer(row.tool, families.of(row.tool)));
    progress.step();
  }
  return out;
}

std::string band_name(std::size_t band) {
  return band + 1 < kBands.size() ? fmt::format("{:.2f}-{:.2f}", kBands[band], kBands[band + 1])
                                  : fmt::format("{:.2f}-1.00", kBands[band]);
}

void print_scores(const std::vector<FieldScore>& scores, Io& io) {
  Table table(0, io.terminal.width);
  table.add(
      {{"field"}, {"declared"}, {"coverage"}, {"accuracy"}, {"decided"}, {"varied"}, {"unsafe"}});
  for (const auto& score : scores) {
    table.add({std::string(score.field->name), fmt::format("{}", score.accuracy.whole),
               percent(score.coverage), percent(score.accuracy), percent(score.accuracy_decided),
               fmt::format("{} of {}", percent(score.accuracy_varied), score.accuracy_varied.whole),
               fmt::format("{} ({})", percent(score.unsafe), score.unsafe.part)});
  }
  table.print(io.out);
  io.out << "\naccuracy: over all declared rows, undecided ones taken as the pessimistic default\n"
            "decided: over the rows that inference decided; varied: on servers that declare both "
            "values\n"
            "unsafe: said harmless, declared risky\n";
}

void print_bands(const std::vector<FieldScore>& scores, Io& io) {
  io.out << "\nright by confidence\n\n";
  Table table(0, io.terminal.width);
  std::vector<Cell> head{{"field"}};
  for (std::size_t band = 0; band < kBands.size(); ++band) head.emplace_back(band_name(band));
  table.add(std::move(head));
  for (const auto& score : scores) {
    std::vector<Cell> row{{std::string(score.field->name)}};
    for (const auto& band : score.bands) {
      row.emplace_back(
          band.whole == 0 ? "-" : fmt::format("{:.1f} % of {}", band.value() * 100, band.whole));
    }
    table.add(std::move(row));
  }
  table.print(io.out);
}

void print_worst(const std::vector<FieldScore>& scores, std::size_t most, Io& io) {
  for (const auto& score : scores) {
    if (score.worst.empty() || most == 0) continue;
    io.out << fmt::format("\n{}: {} disagreements, worst first\n\n", score.field->name,
                          score.worst.size());
    Table table(0, io.terminal.width);
    for (std::size_t i = 0; i < std::min(most, score.worst.size()); ++i) {
      const auto& row = score.worst[i];
      table.add({fmt::format("declared {}", row.declared), fmt::format("{:.2f}", row.confidence),
                 printable(fmt::format("{}/{}", row.server, row.tool)), printable(row.reason)});
    }
    table.print(io.out);
  }
}

void write_score(json::Writer& out, const FieldScore& score, std::size_t most) {
  out.newline().begin_object().key("field").string(score.field->name);
  write_share(out, "coverage", score.coverage);
  write_share(out, "accuracy", score.accuracy);
  write_share(out, "accuracyDecided", score.accuracy_decided);
  write_share(out, "accuracyVaried", score.accuracy_varied);
  write_share(out, "unsafe", score.unsafe);
  out.key("calibration").begin_array();
  for (std::size_t band = 0; band < kBands.size(); ++band) {
    out.begin_object().key("band").string(band_name(band));
    write_share(out, "right", score.bands[band]);
    out.end_object();
  }
  out.end_array();
  out.key("disagreements").integer(static_cast<std::int64_t>(score.worst.size()));
  out.key("worst").begin_array();
  for (std::size_t i = 0; i < std::min(most, score.worst.size()); ++i) {
    const auto& row = score.worst[i];
    out.newline().begin_object().key("server").string(row.server).key("tool").string(row.tool);
    out.key("declared").boolean(row.declared).key("confidence").number(row.confidence);
    out.key("reason").string(row.reason).key("place").string(row.place).end_object();
  }
  out.end_array().end_object();
}

void print_json(const std::vector<FieldScore>& scores, std::size_t rows, std::size_t most, Io& io) {
  json::Writer out;
  out.begin_object().key("rows").integer(static_cast<std::int64_t>(rows));
  out.key("fields").begin_array();
  for (const auto& score : scores) write_score(out, score, most);
  io.out << out.newline().end_array().end_object().text() << '\n';
}

}  // namespace

int eval_annotations(const EvalOptions& options, Io& io) {
  const auto rows = read_eval_rows(options.folder, io);
  if (!rows) return report(io, rows.error());
  const auto tools = read_tools(*rows);
  if (!tools) return report(io, tools.error());
  const auto scores =
      score_annotations(*tools, infer_rows(*tools, io), model::FoldOptions().inference_trust);
  if (options.format == Format::kJson) {
    print_json(scores, tools->size(), options.worst, io);
    return kExitClean;
  }
  io.out << base::counted(tools->size(), "tool") + "\n\n";
  print_scores(scores, io);
  print_bands(scores, io);
  print_worst(scores, options.worst, io);
  return kExitClean;
}

}  // namespace touchstone::cli
