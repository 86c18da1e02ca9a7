#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/fact.hpp"
#include "cli/markdown.hpp"
#include "cli/style.hpp"
#include "cli/table.hpp"
#include "json/writer.hpp"
#include "model/alias.hpp"
#include "model/derive.hpp"
#include "model/field.hpp"

namespace touchstone::cli {
namespace {

using Row = std::vector<std::string>;

// A titled table; the first row is the head.
struct Section {
  std::string title;
  std::vector<Row> rows;
};

std::string type_of(const model::FieldSpec& field) {
  switch (field.type) {
    case model::Type::kText: return "text";
    case model::Type::kFlag: return "flag";
    case model::Type::kClasses: return "set of data classes";
    case model::Type::kUris: return "list of URIs";
    case model::Type::kChoices: break;
  }
  Row names;
  for (const auto& choice : model::choices(*field.vocabulary)) names.emplace_back(choice.name);
  return "set of " + base::list_in_words(names);
}

std::string absent(const model::FieldSpec& field) {
  if (field.field == model::Field::kTitle) return "the name";
  return field.fallback ? fmt::format("{}", *field.fallback) : "no claim";
}

std::string risky(const model::FieldSpec& field) {
  if (field.risky) return fmt::format("{}", *field.risky);
  if (field.vocabulary) return std::string(model::choices(*field.vocabulary).back().name);
  return "-";
}

Section field_section() {
  Section section{"Annotation fields", {{"field", "absent", "risky", "from", "meaning", "type"}}};
  for (const auto& field : model::kFields) {
    section.rows.push_back({std::string(field.name), absent(field), risky(field),
                            std::string(field.from), std::string(field.meaning), type_of(field)});
  }
  return section;
}

Section alias_section() {
  Section section{"Aliases", {{"alias", "value", "says", "meaning"}}};
  for (const auto& alias : model::kAliases) {
    for (const bool when : {true, false}) {
      Row says;
      for (const auto& rule : model::alias_rules()) {
        if (rule.alias != alias.name || rule.when != when) continue;
        says.push_back(
            fmt::format("{} = {}", model::spec(rule.field).name, model::to_string(rule.value)));
      }
      const auto value = alias.has_levels ? (when ? "true, medium, high" : "false, low")
                                          : (when ? "true" : "false");
      section.rows.push_back({std::string(alias.name), value,
                              says.empty() ? "nothing" : base::list_in_words(says),
                              std::string(alias.meaning)});
    }
  }
  return section;
}

Section risk_section() {
  Section section{"Risk", {{"risk at least", "when the tool"}}};
  for (const auto& rule : model::risk_table()) {
    section.rows.push_back({std::string(name_of(rule.at_least)), std::string(rule.because)});
  }
  return section;
}

Section fact_section() {
  Section section{"Other names for --where, --sort and --columns", {{"name", "values", "meaning"}}};
  for (const auto& fact : all_facts()) {
    if (model::find_field(fact.name) != nullptr || model::find_alias(fact.name) != nullptr ||
        fact.name.find('.') != std::string::npos) {
      continue;
    }
    section.rows.push_back(
        {fact.name, fact.words.empty() ? "text" : base::list_in_words(fact.words), fact.meaning});
  }
  section.rows.push_back(
      {"effective.<field>", "as the field", "the value with the default filled in"});
  section.rows.push_back({"declared.<field>", "as the field", "what the server itself says"});
  return section;
}

Section finding_section() {
  Section section{"Findings", {{"kind", "meaning"}}};
  for (const auto kind : model::kAllFindingKinds) {
    section.rows.push_back({std::string(name_of(kind)), std::string(meaning_of(kind))});
  }
  return section;
}

void print_text(const Section& section, Io& io) {
  const Style style(io.terminal.colour);
  Table table(0, io.terminal.width);
  bool head = true;
  for (const auto& row : section.rows) {
    std::vector<Cell> cells;
    for (const auto& text : row) {
      cells.emplace_back(text, [style, head](auto t) { return head ? style.bold(t) : t; });
    }
    table.add(std::move(cells));
    head = false;
  }
  table.print(io.out);
}

void print_markdown(const Section& section, Io& io) {
  io.out << "\n## " << section.title << "\n\n";
  MarkdownTable table;
  for (const auto& row : section.rows) table.add(row);
  table.print(io.out);
}

void print_json(const std::vector<Section>& sections, Io& io) {
  json::Writer out;
  out.begin_object();
  for (const auto& section : sections) {
    out.key(section.title).begin_array();
    for (std::size_t i = 1; i < section.rows.size(); ++i) {
      out.newline().begin_object();
      for (std::size_t column = 0; column < section.rows[i].size(); ++column) {
        out.key(section.rows.front()[column]).string(section.rows[i][column]);
      }
      out.end_object();
    }
    out.end_array();
  }
  io.out << out.end_object().text() << '\n';
}

constexpr std::string_view kMarkdownHead =
    "# Annotations\n\n"
    "Made by `touchstone fields --format markdown` from the table in `src/model/field.cpp`; a test "
    "keeps the two alike.\n";

}  // namespace

int fields(const FieldsOptions& options, Io& io) {
  const std::vector sections{field_section(), alias_section(), risk_section(), finding_section(),
                             fact_section()};
  if (options.format == Format::kJson) {
    print_json(sections, io);
    return kExitClean;
  }
  const bool markdown = options.format == Format::kMarkdown;
  if (markdown) io.out << kMarkdownHead;
  for (const auto& section : sections) {
    if (markdown) {
      print_markdown(section, io);
    } else {
      if (&section != &sections.front()) io.out << "\n" << section.title << "\n\n";
      print_text(section, io);
    }
  }
  return kExitClean;
}

}  // namespace touchstone::cli
