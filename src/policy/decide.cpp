#include "policy/decide.hpp"

#include <algorithm>

#include "tree/units.hpp"

namespace touchstone::policy {
namespace {

void clear(Decision& decision) {
  decision.effect = Effect::kAllow;
  decision.audit.reset();
  decision.timeout.reset();
  decision.confirm = Confirm::kYes;
  decision.fired.clear();
  decision.shadow.clear();
  decision.would_be = Effect::kAllow;
}

void put_in_order(std::vector<const Rule*>& rules) {
  if (rules.size() < 2) return;
  std::ranges::sort(rules);  // they stand in one array
  const auto [first, last] = std::ranges::unique(rules);
  rules.erase(first, last);
}

void add_modifiers(Decision& decision, const Modifiers& modifiers) {
  if (modifiers.audit) decision.audit = std::max(decision.audit, modifiers.audit);
  if (modifiers.confirm) decision.confirm = std::max(decision.confirm, *modifiers.confirm);
  if (modifiers.timeout && (!decision.timeout || *modifiers.timeout < *decision.timeout)) {
    decision.timeout = modifiers.timeout;
  }
}

void write_rule(json::Writer& out, const Rule& rule) {
  out.begin_object().key("effect").string(name_of(rule.effect));
  if (const auto& limit = rule.modifiers.limit) {
    out.key("limit").begin_object().key("calls").integer(limit->calls);
    out.key("per").string(name_of(limit->per));
    out.key("window").string(tree::duration_text(limit->window)).end_object();
  }
  out.key("name").string(rule.name);
  if (!rule.modifiers.notify.empty()) {
    out.key("notify").begin_array();
    for (const auto& channel : rule.modifiers.notify) out.string(channel);
    out.end_array();
  }
  out.key("text").string(rule.text()).key("where").string(rule.where).end_object();
}

void write_rules(json::Writer& out, std::string_view key, const std::vector<const Rule*>& rules) {
  out.key(key).begin_array();
  for (const auto* rule : rules) write_rule(out, *rule);
  out.end_array();
}

}  // namespace

void decide(const Policy& policy, Phase phase, const Facts& facts, Decision& into) {
  clear(into);
  const auto rules = policy.rules();
  policy.program(phase).run(facts, [&](std::uint32_t number) {
    const Rule& rule = rules[number];
    (rule.mode == Mode::kEnforce ? into.fired : into.shadow).push_back(&rule);
  });
  put_in_order(into.fired);
  put_in_order(into.shadow);
  for (const auto* rule : into.fired) {
    into.effect = std::max(into.effect, rule->effect);
    add_modifiers(into, rule->modifiers);
  }
  into.would_be = into.effect;
  for (const auto* rule : into.shadow) into.would_be = std::max(into.would_be, rule->effect);
}

Decision decide(const Policy& policy, Phase phase, const Facts& facts) {
  Decision decision;
  decide(policy, phase, facts, decision);
  return decision;
}

void write(json::Writer& out, const Decision& decision) {
  out.begin_object();
  if (decision.audit) out.key("audit").string(name_of(*decision.audit));
  if (decision.effect == Effect::kEscalate) out.key("confirm").string(name_of(decision.confirm));
  out.key("effect").string(name_of(decision.effect));
  write_rules(out, "rules", decision.fired);
  write_rules(out, "shadow", decision.shadow);
  if (decision.timeout) out.key("timeout").string(tree::duration_text(*decision.timeout));
  out.key("wouldBe").string(name_of(decision.would_be)).end_object();
}

}  // namespace touchstone::policy
