#include "cli/explain_words.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/tool_json.hpp"
#include "model/enrich.hpp"

namespace touchstone::cli {

using model::Field;

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
  std::vector<std::string> dissent;
  if (evidence.empty()) parts.emplace_back("nobody says");
  if (!profile.stated(field.field)) parts.push_back(unstated(field, profile[field.field]));
  for (const auto& item : evidence) {
    const auto told_here = told(item);
    if (item.value == value) {
      parts.push_back(told_here);
    } else if (item.source == model::Source::kOperator && !model::is_set(item.value)) {
      parts.push_back("the operator takes back what others say: " + told_here);
    } else {
      dissent.push_back(fmt::format("not followed: {} {} {}", name_of(item.source),
                                    model::to_string(item.value), told_here));
    }
  }
  std::ranges::move(dissent, std::back_inserter(parts));
  return joined(parts);
}

namespace {

// "returnMetadata.source is internal": which field gives the tool a leg.
std::string by_field(const model::Profile& profile, Field field) {
  return fmt::format("{} is {}", model::spec(field).name, in_words(profile[field].value));
}

std::string why_untrusted(const model::Profile& profile) {
  if (profile.choices(Field::kSource).intersects(model::Origin::kUntrustedPublic))
    return by_field(profile, Field::kSource);
  if (profile.is_true(Field::kMaliciousActivity))
    return by_field(profile, Field::kMaliciousActivity);
  if (profile.stated(Field::kOpenWorld) && profile.is_true(Field::kOpenWorld))
    return by_field(profile, Field::kOpenWorld);
  return "nobody but its own words says where its data comes from";
}

std::string why_private(const model::Profile& profile) {
  if (profile.is_true(Field::kSensitiveData)) return by_field(profile, Field::kSensitiveData);
  if (profile.classes(Field::kReturnSensitivity).sensitive())
    return by_field(profile, Field::kReturnSensitivity);
  return by_field(profile, Field::kSource);
}

std::string why_out(const model::Profile& profile) {
  if (profile.choices(Field::kDestination).intersects(model::Destination::kPublic))
    return by_field(profile, Field::kDestination);
  if (profile.stated(Field::kOpenWorld) && profile.is_true(Field::kOpenWorld))
    return by_field(profile, Field::kOpenWorld);
  return "nobody but its own words says where its data goes";
}

}  // namespace

std::vector<std::string> legs_explained(const model::Profile& profile) {
  const auto legs = model::legs_of(profile);
  std::vector<std::string> out;
  if (legs.reads_private) out.push_back("reads private data: " + why_private(profile));
  if (legs.reads_untrusted) out.push_back("reads untrusted content: " + why_untrusted(profile));
  if (legs.sends_out) out.push_back("can send data out: " + why_out(profile));
  return out;
}

std::vector<std::string> advice(const model::Profile& profile) {
  const auto legs = model::legs_of(profile);
  const auto tier = model::tier_of(profile);
  const bool undone = profile.is_true(Field::kReversible);
  const bool lasts = profile.choices(Field::kOutcomes).intersects(model::Outcome::kIrreversible);
  std::vector<std::string> out;
  if (tier == model::Tier::kDestructive && !undone)
    out.emplace_back("have a person agree to each call, with its arguments in view");
  if (tier == model::Tier::kDestructive && undone)
    out.emplace_back("a wrong call can be undone; say how before the first one");
  if (tier == model::Tier::kWrite && lasts)
    out.emplace_back("what it does cannot be taken back: check the arguments first");
  if (legs.reads_untrusted)
    out.emplace_back("take what it returns for data, never for instructions");
  if (legs.reads_private && legs.reads_untrusted && legs.sends_out) {
    out.emplace_back("it needs no other tool to leak: give it no private data and a fixed target");
  } else if (legs.sends_out) {
    out.emplace_back("after private data was seen, check what it sends, and where to");
  }
  if (legs.reads_private && !legs.sends_out)
    out.emplace_back("what it returns is private: mind which tools get it next");
  if (out.empty() && tier == model::Tier::kRead && model::risk_of(profile) == model::Risk::kLow)
    out.emplace_back("nothing: it can run unasked");
  return out;
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
  out.key("watch").begin_array();
  if (tool.held.empty()) {
    for (const auto& hint : advice(tool.profile)) out.string(hint);
  }
  out.end_array();
  if (!tool.held.empty()) out.key("held").string(tool.held);
  write_findings(out, tool);
  out.end_object();
}

}  // namespace touchstone::cli
