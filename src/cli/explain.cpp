#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/assay.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/explain_words.hpp"
#include "cli/find_tool.hpp"
#include "cli/lint_words.hpp"
#include "cli/printable.hpp"
#include "cli/report_error.hpp"
#include "cli/short_key.hpp"
#include "cli/store_file.hpp"
#include "cli/story.hpp"
#include "cli/style.hpp"
#include "cli/table.hpp"
#include "model/derive.hpp"
#include "model/enrich.hpp"

namespace touchstone::cli {
namespace {

constexpr std::size_t kTierAndRisk = 32;     // columns of "tier destructive, risk critical, "
constexpr std::size_t kWidthForTable = 130;  // below it reasons would stand in a narrow column

void print_head(const Assayed& tool, Io& io) {
  const Style style(io.terminal.colour);
  io.out << style.bold(tool.tool.name.empty() ? tool.display_name : printable(full_name(tool)))
         << '\n';
  const auto description = tool.tool.json.find("description").as_string().value_or("");
  if (!description.empty()) {
    const auto lines = wrap(printable(description), io.terminal.width == 0 ? description.size() + 1
                                                                           : io.terminal.width - 2);
    for (const auto& line : lines) io.out << "  " << style.dim(line) << '\n';
  }
  const auto tier = model::tier_of(tool.profile);
  const auto verdict = model::explain_risk(tool.profile);
  const auto legs = legs_in_words(model::legs_of(tool.profile));
  const bool fits = io.terminal.width == 0 || legs.size() + kTierAndRisk <= io.terminal.width;
  io.out << fmt::format("\ntier {}, risk {},{}{}\n", style.paint(tier, name_of(tier)),
                        style.paint(verdict.risk, name_of(verdict.risk)), fits ? " " : "\n  ",
                        legs);
  for (const auto& reason : verdict.reasons) {
    if (reason.at_least == model::Risk::kLow && verdict.risk != model::Risk::kLow) continue;
    io.out << fmt::format("  {}: {}\n", name_of(reason.at_least), reason.because);
  }
  for (const auto& leg : legs_explained(tool.profile)) io.out << "  " << leg << '\n';
  if (!tool.held.empty()) io.out << "  " << printable(tool.held) << '\n';
  for (const auto& hint : tool.held.empty() ? advice(tool.profile) : std::vector<std::string>())
    io.out << "  watch: " << hint << '\n';
  if (verdict.managed_execution) {
    io.out << "  slow and heavy: wants a queue, progress and a cap on how many run at once\n";
  }
}

void print_fields(const Assayed& tool, Io& io) {
  const Style style(io.terminal.colour);
  const auto bold = [style](auto text) { return style.bold(text); };
  Table table(0, io.terminal.width);
  table.add(
      {{"field", bold}, {"effective", bold}, {"from", bold}, {"default", bold}, {"why", bold}});
  for (const auto& field : model::kFields) {
    const auto& state = tool.profile[field.field];
    const bool stated = tool.profile.stated(field.field);
    const auto paint = [style, stated](auto text) { return stated ? text : style.dim(text); };
    table.add({{std::string(field.name), paint},
               {printable(in_words(state.value)), paint},
               {source_in_words(state), paint},
               {in_words(model::default_value(field.field, tool.tool.name)), paint},
               {printable(why(field, tool.profile)), paint}});
  }
  table.print(io.out);
}

// For narrow terminals: what is known, with its reason below it, then what is not.
void print_list(const Assayed& tool, Io& io) {
  const Style style(io.terminal.colour);
  std::vector<std::string> silent;
  for (const auto& field : model::kFields) {
    const auto& state = tool.profile[field.field];
    if (!model::is_set(state.value) && tool.profile.evidence_for(field.field).empty()) {
      silent.emplace_back(field.name);
      continue;
    }
    const auto line = printable(
        fmt::format("{}: {} ({})", field.name, in_words(state.value), source_in_words(state)));
    for (const auto& part : wrap(line, io.terminal.width)) io.out << style.bold(part) << '\n';
    for (const auto& part : wrap(printable(why(field, tool.profile)), io.terminal.width - 4)) {
      io.out << "    " << part << '\n';
    }
  }
  if (silent.empty()) return;
  const auto text = "nobody says anything of " + base::list_in_words(silent, "or");
  for (const auto& part : wrap(text, io.terminal.width)) io.out << style.dim(part) << '\n';
}

void print_findings(const Assayed& tool, Io& io) {
  const Style style(io.terminal.colour);
  if (tool.findings.empty()) return;
  io.out << '\n';
  Table table(0, io.terminal.width);
  for (const auto& remark : in_words(tool.findings)) {
    const auto severity = remark.severity;
    table.add({{std::string(name_of(severity)),
                [style, severity](auto text) { return style.paint(severity, text); }},
               std::string(name_of(remark.kind)),
               printable(remark.text)});
  }
  table.print(io.out);
}

// The id that was given, or that of the latest decision.
base::Result<std::string> decision_meant(store::Store& store, const ExplainOptions& options) {
  if (!options.last) {
    const auto found = find_decision(store, options.source, options);
    return found ? base::Result<std::string>(found->id) : tl::unexpected(found.error());
  }
  const auto latest = settled<std::vector<store::Decision>>(
      [&](auto done) { store.list_decisions({.limit = 1}, std::move(done)); });
  if (!latest) return tl::unexpected(latest.error());
  if (latest->empty()) return base::fail("nothing has been decided yet");
  return latest->front().id;
}

// An id, its number, or how it begins; a file of that name counts first.
bool may_be_decision(const std::string& text) {
  if (store::is_decision_id(text)) return true;
  std::error_code failed;
  return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string::npos &&
         !std::filesystem::exists(text, failed);
}

int explain_decision(const ExplainOptions& options, Io& io) {
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  const auto id = decision_meant(**store, options);
  if (!id) return report(io, id.error());
  const auto story = story_of(**store, *id, options);
  if (!story) return report(io, story.error());
  if (options.format == Format::kJson) {
    json::Writer out;
    write_json(out, *story, options);
    io.out << out.text() << '\n';
  } else {
    tell(*story, options, io);
  }
  return kExitClean;
}

}  // namespace

int explain(const ExplainOptions& options, Io& io) {
  if (options.last && !options.source.empty())
    return report(
        io,
        {fmt::format("--last is the latest decision; what is {} for?", options.source), "",
         "touchstone explain --last, or touchstone explain " + base::shell_word(options.source)});
  if (options.last || (options.tool.empty() && may_be_decision(options.source)))
    return explain_decision(options, io);
  if (options.source.empty())
    return report(io, {"what shall be explained?", "",
                       "touchstone explain FILE TOOL, or touchstone explain DECISION"});
  if (options.tool.empty())
    return report(io, {"which tool?", options.source,
                       "touchstone tools " + base::shell_word(options.source) +
                           " lists them; a decision's id is like 019a8d3c2f10-0000000007"});
  const auto assay = Assay::load(options.source, io, options.trust);
  if (!assay) return report(io, assay.error());
  const auto tool = find_tool(*assay, options.tool);
  if (!tool) return report(io, tool.error());
  if (options.format == Format::kJson) {
    json::Writer out;
    write_explanation(out, **tool);
    io.out << out.text() << '\n';
    return kExitClean;
  }
  print_head(**tool, io);
  io.out << '\n';
  const bool narrow = io.terminal.width > 4 && io.terminal.width < kWidthForTable;
  narrow ? print_list(**tool, io) : print_fields(**tool, io);
  print_findings(**tool, io);
  return kExitClean;
}

}  // namespace touchstone::cli
