#include "policy/version.hpp"

#include <variant>

#include "json/writer.hpp"

namespace touchstone::policy {
namespace {

void write_operand(json::Writer& out, const Scalar& operand) {
  if (const auto* flag = std::get_if<bool>(&operand)) {
    out.boolean(*flag);
  } else if (const auto* number = std::get_if<Number>(&operand)) {
    write(out, *number);
  } else {
    out.string(std::get<std::string>(operand));
  }
}

// As deep as the reader lets files nest.
void write_condition(json::Writer& out, const Condition& condition) {
  out.begin_object();
  if (condition.kind == Condition::Kind::kLeaf) {
    const Leaf& leaf = condition.leaf;
    out.key("fact").string(to_string(leaf.fact)).key("every").boolean(leaf.every);
    out.key(spec(leaf.op).name).begin_array();
    for (const auto& operand : leaf.operands) write_operand(out, operand);
  } else {
    out.key("kind").integer(static_cast<std::int64_t>(condition.kind));
    out.key("parts").begin_array();
    for (const auto& part : condition.parts) write_condition(out, part);
  }
  out.end_array().end_object();
}

void write_modifiers(json::Writer& out, const Modifiers& modifiers) {
  if (modifiers.audit) out.key("audit").string(name_of(*modifiers.audit));
  if (modifiers.timeout) out.key("timeout").integer(modifiers.timeout->count());
  if (modifiers.confirm) out.key("confirm").string(name_of(*modifiers.confirm));
  if (const auto& limit = modifiers.limit) {
    out.key("limit").begin_array().integer(limit->calls).integer(limit->window.count());
    out.string(name_of(limit->per)).end_array();
  }
  out.key("notify").begin_array();
  for (const auto& channel : modifiers.notify) out.string(channel);
  out.end_array();
}

}  // namespace

std::string text_of_rules(const Policy& policy) {
  json::Writer out;
  out.begin_array();
  for (const auto& rule : policy.rules()) {
    out.newline().begin_object().key("name").string(rule.name);
    out.key("effect").string(name_of(rule.effect)).key("mode").string(name_of(rule.mode));
    out.key("phase").string(name_of(rule.phase));
    write_modifiers(out, rule.modifiers);
    write_condition(out.key("conditions"), rule.condition);
    out.end_object();
  }
  return std::move(out.end_array()).take();
}

}  // namespace touchstone::policy
