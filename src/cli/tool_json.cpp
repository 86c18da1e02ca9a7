#include "cli/tool_json.hpp"

#include "model/enrich.hpp"

namespace touchstone::cli {

void write_identity(json::Writer& out, const Assayed& tool) {
  out.key("name").string(tool.tool.name);
  if (!tool.tool.server.empty()) out.key("server").string(tool.tool.server);
}

void write_finding(json::Writer& out, const model::Finding& finding) {
  out.key("kind").string(name_of(finding.kind));
  out.key("severity").string(name_of(finding.severity));
  if (!finding.field.empty()) out.key("field").string(finding.field);
  out.key("reason").string(finding.reason);
}

void write_findings(json::Writer& out, const Assayed& tool) {
  out.key("findings").begin_array();
  for (const auto& finding : tool.findings) {
    out.begin_object();
    write_finding(out, finding);
    out.end_object();
  }
  out.end_array();
}

void write_tool(json::Writer& out, const Assayed& tool) {
  out.begin_object();
  write_identity(out, tool);
  out.key("profile");
  model::write_fields(out, tool.profile);
  model::write_derived(out, tool.profile);
  if (!tool.held.empty()) out.key("held").string(tool.held);
  write_findings(out, tool);
  out.end_object();
}

}  // namespace touchstone::cli
