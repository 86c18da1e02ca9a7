#include "cli/explain_words.hpp"

#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/tool_json.hpp"
#include "model/enrich.hpp"

namespace touchstone::cli {
namespace {

std::string told(const model::Evidence& item) {
  const auto place = item.pointer.empty() ? std::string() : "at " + item.pointer;
  if (item.reason.empty()) return place;
  return place.empty() ? item.reason : fmt::format("{} ({})", item.reason, place);
}

// Why a field has its value although no evidence carries it.
std::string unstated(const model::FieldSpec& field, const model::FieldState& state) {
  const auto absent = model::default_value(field.field);
  if (state.implied_by) return fmt::format("follows from {}", model::spec(*state.implied_by).name);
  if (field.type == model::Type::kText) return "the name serves";
  return model::is_set(absent) ? "absent means " + model::to_string(absent) : std::string();
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const auto& part : parts) {
    if (!part.empty()) out += (out.empty() ? "" : "; ") + part;
  }
  return out;
}

void write_evidence(json::Writer& out, const model::Evidence& item) {
  out.begin_object().key("source").string(name_of(item.source));
  write(out.key("value"), item.value);
  if (item.source == model::Source::kInferred) {
    out.key("confidence").number(static_cast<double>(std::lround(item.confidence * 100)) / 100);
  }
  if (!item.reason.empty()) out.key("reason").string(item.reason);
  if (!item.pointer.empty()) out.key("pointer").string(item.pointer);
  out.end_object();
}

void write_field(json::Writer& out, const model::FieldSpec& field, const Assayed& tool) {
  out.key(field.name).begin_object();
  model::write_state(out, tool.profile[field.field]);
  write(out.key("default"), model::default_value(field.field, tool.tool.name));
  out.key("evidence").begin_array();
  for (const auto& item : tool.profile.evidence_for(field.field)) write_evidence(out, item);
  out.end_array().end_object();
}

}  // namespace

std::string in_words(const model::Value& value) {
  return model::is_set(value) ? model::to_string(value) : "no claim";
}

std::string source_in_words(const model::FieldState& state) {
  const auto name = std::string(name_of(state.source));
  if (state.source != model::Source::kInferred) return name;
  return fmt::format("{} {} %", name, std::lround(state.confidence * 100));
}

std::string legs_in_words(const model::Legs& legs) {
  std::vector<std::string> parts;
  if (legs.reads_private) parts.emplace_back("reads private data");
  if (legs.reads_untrusted) parts.emplace_back("reads untrusted content");
  if (legs.sends_out) parts.emplace_back("can send data out");
  return parts.empty() ? "no leg of the trifecta" : base::list_in_words(parts);
}

std::string why(const model::FieldSpec& field, const model::Profile& profile) {
  const auto& value = profile[field.field].value;
  const auto evidence = profile.evidence_for(field.field);
  std::vector<std::string> parts;
  if (evidence.empty()) parts.emplace_back("nobody says");
  if (!profile.stated(field.field)) parts.push_back(unstated(field, profile[field.field]));
  for (const auto& item : evidence) {
    const auto told_here = told(item);
    parts.push_back(item.value == value
                        ? told_here
                        : fmt::format("not followed: {} {} {}", name_of(item.source),
                                      model::to_string(item.value), told_here));
  }
  return joined(parts);
}

void write_explanation(json::Writer& out, const Assayed& tool) {
  out.begin_object();
  write_identity(out, tool);
  out.key("profile").begin_object();
  for (const auto& field : model::kFields) write_field(out, field, tool);
  out.end_object();
  model::write_derived(out, tool.profile);
  const auto verdict = model::explain_risk(tool.profile);
  out.key("managedExecution").boolean(verdict.managed_execution);
  out.key("riskReasons").begin_array();
  for (const auto& reason : verdict.reasons) {
    out.begin_object().key("risk").string(name_of(reason.at_least));
    out.key("because").string(reason.because).end_object();
  }
  out.end_array();
  if (!tool.held.empty()) out.key("held").string(tool.held);
  write_findings(out, tool);
  out.end_object();
}

}  // namespace touchstone::cli
