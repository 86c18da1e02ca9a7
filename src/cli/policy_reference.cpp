// touchstone policy facts|show: what rules can ask about, and the packs.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/markdown.hpp"
#include "cli/report_error.hpp"
#include "cli/style.hpp"
#include "cli/table.hpp"
#include "json/writer.hpp"
#include "policy/fact.hpp"
#include "policy/operator.hpp"
#include "policy/packs.hpp"
#include "policy/rule.hpp"
#include "policy/vocabulary.hpp"

namespace touchstone::cli {
namespace {

using FactCells = std::vector<std::string>;

std::string type_of_row(const policy::FactRow& row) {
  constexpr std::string_view kInOrder = "< ";
  if (row.type == "field") return "as the field";
  if (row.words.empty()) return std::string(row.type);
  const bool ordered = row.words.starts_with(kInOrder);
  return fmt::format("{}{}: {}", ordered ? "ordered " : "", row.type,
                     row.words.substr(ordered ? kInOrder.size() : 0));
}

std::vector<FactCells> fact_table() {
  std::vector<FactCells> rows{{"fact", "phase", "type", "meaning"}};
  for (const auto& row : policy::fact_rows()) {
    rows.push_back({std::string(row.name), std::string(name_of(row.phase)), type_of_row(row),
                    std::string(row.meaning)});
  }
  return rows;
}

std::vector<FactCells> placeholder_table() {
  std::vector<FactCells> rows{{"among the words", "stands for"}};
  for (const auto& one : policy::placeholders())
    rows.push_back({std::string(one.name), std::string(one.meaning)});
  return rows;
}

std::vector<FactCells> operator_table() {
  std::vector<FactCells> rows{{"operator", "of", "holds if the fact"}};
  for (const auto& op : policy::operators()) {
    rows.push_back({std::string(op.name), std::string(op.types), std::string(op.meaning)});
  }
  return rows;
}

template <typename Enum, std::size_t N>
std::vector<FactCells> word_table(std::string_view head, const policy::Named<Enum> (&words)[N]) {
  std::vector<FactCells> rows{{std::string(head), "meaning"}};
  for (const auto& word : words)
    rows.push_back({std::string(word.name), std::string(word.meaning)});
  return rows;
}

std::vector<FactCells> pack_table() {
  std::vector<FactCells> rows{{"pack", "meaning"}};
  for (const auto& pack : policy::packs()) {
    rows.push_back({std::string(pack.name), std::string(pack.meaning)});
  }
  return rows;
}

// For a terminal: the words, which may be many, stand where lines are broken.
std::vector<FactCells> narrow_fact_table() {
  std::vector<FactCells> rows{{"fact", "phase", "type", "meaning"}};
  for (const auto& row : policy::fact_rows()) {
    const auto type = type_of_row(row);
    const auto colon = row.type == "number" ? std::string::npos : type.find(": ");
    const auto words =
        colon == std::string::npos ? "" : fmt::format(" [{}]", type.substr(colon + 2));
    rows.push_back({std::string(row.name), std::string(name_of(row.phase)), type.substr(0, colon),
                    std::string(row.meaning) + words});
  }
  return rows;
}

void print_columns(const std::vector<FactCells>& rows, Io& io) {
  const Style style(io.terminal.colour);
  Table table(0, io.terminal.width);
  for (const auto& row : rows) {
    std::vector<Cell> cells;
    const bool head = &row == &rows.front();
    for (const auto& text : row) {
      cells.emplace_back(text, [style, head](auto t) { return head ? style.bold(t) : t; });
    }
    table.add(std::move(cells));
  }
  table.print(io.out);
}

void print_reference(std::string_view title, const std::vector<FactCells>& rows, Io& io) {
  io.out << "\n### " << title << "\n\n";
  MarkdownTable table;
  for (const auto& row : rows) table.add(row);
  table.print(io.out);
}

// Every fact by its own name, for programs.
void print_facts_json(Io& io) {
  json::Writer out;
  out.begin_array();
  for (const auto& fact : policy::all_facts()) {
    out.newline().begin_object().key("name").string(fact.name);
    out.key("type").string(name_of(fact.type)).key("phase").string(name_of(fact.phase));
    if (fact.is_family) out.key("family").boolean(true);
    if (!fact.words.empty()) {
      out.key("words").begin_array();
      for (const auto word : fact.words) out.string(word);
      out.end_array().key("ordered").boolean(fact.ordered);
      out.key("closed").boolean(fact.is_closed());
    }
    out.key("meaning").string(fact.meaning).end_object();
  }
  io.out << out.end_array().text() << '\n';
}

constexpr std::string_view kPolicyReferenceHead =
    "## Reference\n\n"
    "Made by `touchstone policy facts --format markdown` from the tables in `src/policy`; a test "
    "keeps the two alike.\n";

}  // namespace

int policy_facts(const PolicyOptions& options, Io& io) {
  if (options.format == Format::kJson) {
    print_facts_json(io);
  } else if (options.format == Format::kMarkdown) {
    io.out << kPolicyReferenceHead;
    print_reference("Facts", fact_table(), io);
    print_reference("Words", placeholder_table(), io);
    print_reference("Operators", operator_table(), io);
    print_reference("Effects", word_table("effect", policy::kEffects), io);
    print_reference("Packs", pack_table(), io);
  } else {
    print_columns(narrow_fact_table(), io);
    io.out << '\n';
    print_columns(placeholder_table(), io);
  }
  return kExitClean;
}

int policy_show(const PolicyOptions& options, Io& io) {
  if (options.policy.empty()) {
    print_columns(pack_table(), io);
    return kExitClean;
  }
  const auto* pack = policy::find_pack(options.policy);
  if (pack == nullptr) {
    const auto names = policy::pack_names();
    return report(io, {"there is no pack " + options.policy, "",
                       "one of " + base::list_in_words({names.begin(), names.end()}, "or")});
  }
  io.out << pack->text;
  return kExitClean;
}

}  // namespace touchstone::cli
