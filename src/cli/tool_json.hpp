// A tool as JSON: the shape that scripts and evaluations rely on. docs/commands.md documents it,
// and tool_json_test.cpp holds it still.
//
//   {"name":…, "server":…?, "profile":{<field>:{"value":…,"source":…,"confidence":…?}},
//    "tier":…, "legs":{"readsPrivate":…,"readsUntrusted":…,"sendsOut":…}, "risk":…, "held":…?,
//    "findings":[{"kind":…,"severity":…,"field":…?,"reason":…}]}
#pragma once

#include "cli/assay.hpp"
#include "json/writer.hpp"

namespace touchstone::cli {

void write_tool(json::Writer& out, const Assayed& tool);

// The parts of it, as members of an object that is already begun.
void write_identity(json::Writer& out, const Assayed& tool);  // name, server?
void write_findings(json::Writer& out, const Assayed& tool);  // findings
void write_finding(json::Writer& out,
                   const model::Finding& finding);  // kind, severity, field?, reason

}  // namespace touchstone::cli
