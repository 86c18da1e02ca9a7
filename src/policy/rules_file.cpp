#include "policy/rules_file.hpp"

#include <algorithm>
#include <variant>

#include "json/writer.hpp"
#include "tree/units.hpp"

namespace touchstone::policy {
namespace {

void write_value(json::Writer& out, const Scalar& operand) {
  if (const auto* flag = std::get_if<bool>(&operand)) {
    out.boolean(*flag);
  } else if (const auto* number = std::get_if<Number>(&operand)) {
    write(out, *number);
  } else {
    out.string(std::get<std::string>(operand));
  }
}

void write_leaf(json::Writer& out, const Leaf& leaf) {
  out.key("fact").string(to_string(leaf.fact));
  if (leaf.every) out.key("every").boolean(true);
  out.key(spec(leaf.op).name);
  if (spec(leaf.op).shape != Shape::kList) return write_value(out, leaf.operands.front());
  out.begin_array();
  for (const auto& operand : leaf.operands) write_value(out, operand);
  out.end_array();
}

void write_members(json::Writer& out, const Condition& condition);

void write_object(json::Writer& out, const Condition& condition) {
  out.begin_object();
  write_members(out, condition);
  out.end_object();
}

void write_list(json::Writer& out, std::string_view key, const std::vector<Condition>& parts) {
  out.key(key).begin_array();
  for (const auto& part : parts) write_object(out, part);
  out.end_array();
}

// `unless` is read as the second of two parts, the first of which it stands beside.
bool has_unless(const Condition& condition) {
  const auto& parts = condition.parts;
  return condition.kind == Condition::Kind::kAll && parts.size() == 2 && parts[1].exception &&
         !parts[0].exception;
}

void write_members(json::Writer& out, const Condition& condition) {
  if (has_unless(condition)) {
    const auto& body = condition.parts[0];
    if (has_unless(body)) {
      write_list(out, "and", {body});
    } else {
      write_members(out, body);
    }
    return write_object(out.key("unless"), condition.parts[1].parts.front());
  }
  switch (condition.kind) {
    case Condition::Kind::kLeaf: return write_leaf(out, condition.leaf);
    case Condition::Kind::kNot: return write_object(out.key("not"), condition.parts.front());
    case Condition::Kind::kAny: return write_list(out, "or", condition.parts);
    case Condition::Kind::kAll: break;
  }
  write_list(out, "and", condition.parts);
}

void write_conditions(json::Writer& out, const Condition& condition) {
  if (condition.kind == Condition::Kind::kAll && condition.parts.empty()) return;
  if (condition.exception) return write_object(out.key("unless"), condition.parts.front());
  if (!has_unless(condition)) return write_object(out.key("conditions"), condition);
  write_object(out.key("conditions"), condition.parts[0]);
  write_object(out.key("unless"), condition.parts[1].parts.front());
}

void write_added(json::Writer& out, const Modifiers& modifiers) {
  if (modifiers.audit) out.key("audit").string(name_of(*modifiers.audit));
  if (modifiers.timeout) out.key("timeout").string(tree::duration_text(*modifiers.timeout));
  if (modifiers.confirm) out.key("confirm").string(name_of(*modifiers.confirm));
  if (const auto& limit = modifiers.limit) {
    out.key("limit").begin_object().key("calls").integer(limit->calls);
    out.key("window").string(tree::duration_text(limit->window));
    out.key("per").string(name_of(limit->per)).end_object();
  }
  if (modifiers.notify.empty()) return;
  out.key("notify").begin_array();
  for (const auto& channel : modifiers.notify) out.string(channel);
  out.end_array();
}

}  // namespace

std::string rules_as_file(const Policy& policy) {
  json::Writer out;
  out.begin_object().key("rules").begin_array();
  for (const auto& rule : policy.rules()) {
    out.begin_object().key("name").string(rule.name);
    if (!rule.description.empty()) out.key("description").string(rule.description);
    out.key("effect").string(name_of(rule.effect)).key("mode").string(name_of(rule.mode));
    out.key("phase").string(name_of(rule.phase));
    write_added(out, rule.modifiers);
    write_conditions(out, rule.condition);
    out.end_object();
  }
  return std::move(out.end_array().end_object()).take();
}

}  // namespace touchstone::policy
