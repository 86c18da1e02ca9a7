#include "cli/recorded.hpp"

#include <algorithm>
#include <utility>

#include "policy/recorded.hpp"
#include "tree/tree.hpp"

namespace touchstone::cli {
namespace {

std::optional<policy::Effect> effect_named(std::string_view name) {
  for (const auto& effect : policy::kEffects) {
    if (effect.name == name) return effect.value;
  }
  return std::nullopt;
}

std::string text_at(const tree::Node& map, std::string_view name) {
  const auto* child = map.find(name);
  return child != nullptr && child->is_scalar() ? child->text : std::string();
}

// A limit makes a block of whatever the rules decided.
policy::Effect effect_of_rules(const tree::Node& body) {
  auto effect = policy::Effect::kAllow;
  const auto* decision = body.find("decision");
  const auto* rules = decision == nullptr ? nullptr : decision->find("rules");
  for (const auto& rule : rules == nullptr ? std::vector<tree::Node>() : rules->children)
    effect = std::max(effect, effect_named(text_at(rule, "effect")).value_or(effect));
  return effect;
}

base::Result<void> take_facts(const tree::Node& map, const std::string& where, Recorded& into,
                              policy::Spelling spelling = policy::Spelling::kAsRecorded) {
  const auto problems = policy::read_facts(map, into.known, spelling);
  if (problems.empty()) return {};
  return base::fail(problems.front().what, where, problems.front().remedy);
}

base::Result<std::optional<Recorded>> read_kept(const tree::Node& record, const tree::Node& body,
                                                const std::string& where) {
  Recorded out;
  const auto kind = text_at(record, "kind");
  const auto* facts = body.find("facts");
  out.effect = effect_named(text_at(record, "effect"));
  if (facts == nullptr || !out.effect || (kind != "call" && kind != "result"))
    return std::optional<Recorded>();
  out.id = text_at(record, "id");
  if (auto taken = take_facts(*facts, out.id.empty() ? where : out.id, out); !taken)
    return tl::unexpected(taken.error());
  if (const auto* arguments = body.find("arguments")) {
    tree::Node map = tree::map_node();
    map.add("request.arguments", *arguments);
    if (auto taken = take_facts(map, where, out); !taken) return tl::unexpected(taken.error());
  }
  policy::put_back_defaults(out.known.facts);
  out.phase = kind == "result" ? policy::Phase::kResponse : policy::Phase::kRequest;
  out.has_values =
      body.find("argumentsDigest") == nullptr && body.find("secretsAsDigests") == nullptr;
  out.is_limited = body.find("overLimit") != nullptr;
  if (out.is_limited || body.find("heldAgain") != nullptr) out.effect = effect_of_rules(body);
  return std::optional(std::move(out));
}

const tree::Node* body_of(const tree::Node& root) {
  const bool is_map = root.kind == tree::Node::Kind::kMap && root.find("kind") != nullptr;
  return is_map ? root.find("body") : nullptr;
}

}  // namespace

base::Result<std::optional<Recorded>> read_recorded(std::string_view line,
                                                    const std::string& where) {
  const auto root = tree::read_json(line, policy::kFileLimits);
  if (!root) return base::fail(root.error().what, where);
  std::optional<Recorded> out;
  if (const auto* body = body_of(*root)) {
    auto kept = read_kept(*root, *body, where);
    if (!kept || !*kept) return kept;
    out = std::move(*kept);
  } else {
    out.emplace();
    const auto* facts = root->find("facts");
    const auto& map = facts == nullptr ? *root : *facts;
    if (auto taken = take_facts(map, where, *out, policy::Spelling::kChecked); !taken)
      return tl::unexpected(taken.error());
    if (facts != nullptr && text_at(*root, "phase") == "response")
      out->phase = policy::Phase::kResponse;
  }
  out->tool = out->known.facts.text_of({policy::fact_id("tool.name"), ""});
  return out;
}

bool is_record(std::string_view text) {
  const auto root = tree::read_json(text, policy::kFileLimits);
  return root && body_of(*root) != nullptr;
}

std::optional<policy::Decision> decide_again(const policy::Policy& policy,
                                             const Recorded& recorded) {
  auto decision = policy::decide(policy, recorded.phase, recorded.known.facts);
  if (recorded.has_values) return decision;
  auto sure = policy::Effect::kAllow;
  for (const auto* rule : decision.fired) {
    if (!policy::asks_for_values(rule->condition)) sure = std::max(sure, rule->effect);
  }
  const bool hangs_on_values = std::ranges::any_of(policy.rules(), [&](const policy::Rule& rule) {
    return rule.phase == recorded.phase && rule.mode == policy::Mode::kEnforce &&
           rule.effect > sure && policy::asks_for_values(rule.condition);
  });
  if (hangs_on_values) return std::nullopt;
  return decision;
}

}  // namespace touchstone::cli
