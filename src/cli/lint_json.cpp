// lint's reports for programs: JSON of our own shape (docs/commands.md), and SARIF.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "cli/lint_report.hpp"
#include "cli/tool_json.hpp"
#include "json/writer.hpp"

namespace touchstone::cli {
namespace {

constexpr std::string_view kSarifSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

void write_summary(json::Writer& out, const LintReport& report) {
  const auto number = [](std::size_t n) { return static_cast<std::int64_t>(n); };
  out.key("summary").begin_object();
  out.key("tools").integer(number(report.assay.tools().size()));
  out.key("errors").integer(number(report.count(model::Severity::kError)));
  out.key("warnings").integer(number(report.count(model::Severity::kWarning)));
  out.key("notes").integer(number(report.count(model::Severity::kNote)));
  out.end_object();
}

void write_place(json::Writer& out, const json::Position& position) {
  out.key("line").integer(static_cast<std::int64_t>(position.line));
  out.key("column").integer(static_cast<std::int64_t>(position.column));
}

void write_rules(json::Writer& out) {
  out.key("rules").begin_array();
  for (const auto kind : model::kAllFindingKinds) {
    out.begin_object().key("id").string(name_of(kind));
    out.key("shortDescription").begin_object();
    out.key("text").string(meaning_of(kind)).end_object().end_object();
  }
  out.end_array();
}

// Percent-encodes what a URI reference may not hold, so that any file name makes a valid one.
std::string uri_of(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

void write_location(json::Writer& out, const LintReport& report, const Assayed& tool,
                    const model::Finding& finding) {
  const auto position = report.assay.locate(tool, finding.offset);
  out.key("locations").begin_array().begin_object();
  out.key("physicalLocation").begin_object();
  out.key("artifactLocation").begin_object();
  out.key("uri").string(uri_of(report.assay.name())).end_object();
  out.key("region").begin_object();
  out.key("startLine").integer(static_cast<std::int64_t>(position.line));
  out.key("startColumn").integer(static_cast<std::int64_t>(position.column));
  out.end_object().end_object();
  out.key("logicalLocations").begin_array().begin_object();
  out.key("name").string(tool.display_name);
  out.key("fullyQualifiedName").string(finding.pointer).key("kind").string("object");
  out.end_object().end_array().end_object().end_array();
}

void write_result(json::Writer& out, const LintReport& report, const Assayed& tool,
                  const model::Finding& finding) {
  out.newline().begin_object();
  out.key("ruleId").string(name_of(finding.kind));
  out.key("level").string(name_of(finding.severity));
  out.key("message").begin_object().key("text");
  out.string(fmt::format("{}: {}", tool.display_name, finding.reason)).end_object();
  write_location(out, report, tool, finding);
  out.end_object();
}

void write_item(json::Writer& json, const LintReport& report, const Assayed& item) {
  json.newline().begin_object();
  if (item.subject != pin::Subject::kTool) json.key("subject").string(name_of(item.subject));
  write_identity(json, item);
  json.key("pointer").string(item.tool.pointer);
  json.key("findings").begin_array();
  for (const auto& finding : report.findings(item)) {
    json.begin_object();
    write_finding(json, finding);
    json.key("pointer").string(finding.pointer);
    write_place(json, report.assay.locate(item, finding.offset));
    json.end_object();
  }
  json.end_array().end_object();
}

}  // namespace

void write_json(std::ostream& out, const LintReport& report) {
  json::Writer json;
  json.begin_object().key("source").string(report.assay.name());
  write_summary(json, report);
  json.key("tools").begin_array();
  for (const auto& tool : report.assay.tools()) write_item(json, report, tool);
  json.newline().end_array();
  if (!report.assay.others().empty()) {
    json.key("others").begin_array();
    for (const auto& other : report.assay.others()) write_item(json, report, other);
    json.newline().end_array();
  }
  json.end_object();
  out << json.text() << '\n';
}

void write_sarif(std::ostream& out, const LintReport& report) {
  json::Writer json;
  json.begin_object().key("$schema").string(kSarifSchema).key("version").string("2.1.0");
  json.key("runs").begin_array().begin_object();
  json.key("tool").begin_object().key("driver").begin_object();
  json.key("name").string("touchstone").key("version").string(TOUCHSTONE_VERSION);
  write_rules(json);
  json.end_object().end_object();
  json.key("columnKind").string("unicodeCodePoints");
  json.key("results").begin_array();
  for (const auto* item : report.items()) {
    for (const auto& finding : report.findings(*item)) write_result(json, report, *item, finding);
  }
  json.newline().end_array().end_object().end_array().end_object();
  out << json.text() << '\n';
}

}  // namespace touchstone::cli
