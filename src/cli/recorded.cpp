#include "cli/recorded.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "cli/recorded_result.hpp"
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

std::span<const tree::Node> rules_in(const tree::Node& body) {
  const auto* decision = body.find("decision");
  const auto* rules = decision == nullptr ? nullptr : decision->find("rules");
  return rules == nullptr ? std::span<const tree::Node>() : rules->children;
}

// A limit makes a block of whatever the rules decided.
policy::Effect effect_of_rules(const tree::Node& body) {
  auto effect = policy::Effect::kAllow;
  for (const auto& rule : rules_in(body))
    effect = std::max(effect, effect_named(text_at(rule, "effect")).value_or(effect));
  return effect;
}

base::Result<void> take_facts(const tree::Node& map, const std::string& where, Recorded& into,
                              policy::Spelling spelling = policy::Spelling::kAsRecorded) {
  const auto problems = policy::read_facts(map, into.known, spelling);
  if (problems.empty()) return {};
  return base::fail(problems.front().what, where, problems.front().remedy);
}

bool has_digest_as_key(const tree::Node& node) {
  return std::ranges::any_of(node.children, [](const tree::Node& child) {
    return child.key.find("sha256:") != std::string::npos || has_digest_as_key(child);
  });
}

// Under a key that is a secret may stand what a rule asks for.
policy::Kept kept_of_arguments(const tree::Node& body) {
  if (body.find("argumentsDigest") != nullptr) return policy::Kept::kNone;
  if (body.find("secretsAsDigests") == nullptr) return policy::Kept::kAll;
  const auto* arguments = body.find("arguments");
  const bool is_legible = arguments != nullptr && !has_digest_as_key(*arguments);
  return is_legible ? policy::Kept::kSome : policy::Kept::kNone;
}

// What a call was decided on.
base::Result<void> take_grounds(const tree::Node& body, const std::string& where, Recorded& into) {
  if (auto taken = take_facts(*body.find("facts"), where, into); !taken) return taken;
  if (const auto* arguments = body.find("arguments")) {
    tree::Node map = tree::map_node();
    map.add("request.arguments", *arguments);
    if (auto taken = take_facts(map, where, into); !taken) return taken;
  }
  into.arguments = kept_of_arguments(body);
  return {};
}

// A result that no rule about results spoke of has no other record, unless that is said. If it was
// not delivered as it came, a rule about the call wanted that, or there is another record.
bool brings_result(const tree::Node& body, const Recorded& call) {
  static const auto kSize = policy::fact_id("response.size");
  const auto* came = body.find("result");
  if (came == nullptr || text_at(*came, "recorded") == "true") return false;
  const bool by_call =
      call.effect == policy::Effect::kRedact || call.effect == policy::Effect::kQuarantine;
  return (by_call || text_at(*came, "outcome") == "delivered") &&
         call.known.facts.at(kSize).index() != 0;
}

void take_frame(const tree::Node& record, const tree::Node& body, Recorded& into) {
  const bool is_result = text_at(record, "kind") == "result";
  into.id = text_at(record, "id");
  into.phase = is_result ? policy::Phase::kResponse : policy::Phase::kRequest;
  into.effect = effect_named(text_at(record, "effect"));
  for (const auto& rule : rules_in(body)) into.rules.push_back(text_at(rule, "name"));
  into.is_limited = body.find("overLimit") != nullptr;
  if (into.is_limited || body.find("heldAgain") != nullptr) into.effect = effect_of_rules(body);
  policy::put_back_defaults(into.known.facts);
  into.has_result = !is_result && brings_result(body, into);
  into.tool = into.known.facts.text_of({policy::fact_id("tool.name"), ""});
}

// Some decision of the rules about a call or a result.
bool is_decided(const tree::Node& record) {
  const auto kind = text_at(record, "kind");
  return (kind == "call" || kind == "result") && effect_named(text_at(record, "effect"));
}

base::Result<std::optional<Recorded>> read_kept(const tree::Node& record, const tree::Node& body,
                                                const std::string& where) {
  if (body.find("facts") == nullptr || !is_decided(record)) return std::optional<Recorded>();
  Recorded out;
  const auto id = text_at(record, "id");
  if (auto taken = take_grounds(body, id.empty() ? where : id, out); !taken)
    return tl::unexpected(taken.error());
  take_frame(record, body, out);
  return std::optional(std::move(out));
}

const tree::Node* body_of(const tree::Node& root) {
  const bool is_map = root.kind == tree::Node::Kind::kMap && root.find("kind") != nullptr;
  return is_map ? root.find("body") : nullptr;
}

base::Result<std::optional<Recorded>> read_bare_facts(const tree::Node& root,
                                                      const std::string& where) {
  Recorded out;
  const auto* facts = root.find("facts");
  const auto& map = facts == nullptr ? root : *facts;
  if (auto taken = take_facts(map, where, out, policy::Spelling::kChecked); !taken)
    return tl::unexpected(taken.error());
  if (facts != nullptr && text_at(root, "phase") == "response")
    out.phase = policy::Phase::kResponse;
  out.tool = out.known.facts.text_of({policy::fact_id("tool.name"), ""});
  return std::optional(std::move(out));
}

// A result of which no rule spoke: what its call was decided on, and what came of it.
base::Result<std::optional<Recorded>> read_joined(const tree::Node& record, const tree::Node& body,
                                                  const std::string& where,
                                                  const FindRecord& find) {
  const auto id = text_at(body, "call");
  if (id.empty()) return std::optional<Recorded>();
  const auto text = find(id);
  if (!text) return tl::unexpected(text.error());
  const auto call = *text ? tree::read_json(**text, policy::kFileLimits) : tree::Tree();
  const auto* grounds = call ? body_of(*call) : nullptr;
  const auto* facts = grounds != nullptr ? grounds->find("facts") : nullptr;
  const auto came = facts != nullptr ? facts_of_result(body, *facts) : std::nullopt;
  if (!came) return std::optional<Recorded>();
  Recorded out;
  if (auto taken = take_grounds(*grounds, id, out); !taken) return tl::unexpected(taken.error());
  if (auto taken = take_facts(*came, where, out); !taken) return tl::unexpected(taken.error());
  take_frame(record, body, out);
  return std::optional(std::move(out));
}

policy::Effect strongest(const std::vector<const policy::Rule*>& rules) {
  auto out = policy::Effect::kAllow;
  for (const auto* rule : rules) out = std::max(out, rule->effect);
  return out;
}

template <typename IsUnsure>
void leave_only_sure(policy::Decision& decision, const IsUnsure& is_unsure) {
  const auto goes = [&](const policy::Rule* rule) { return is_unsure(*rule); };
  std::erase_if(decision.fired, goes);
  std::erase_if(decision.shadow, goes);
  decision.effect = strongest(decision.fired);
  decision.would_be = std::max(decision.effect, strongest(decision.shadow));
}

}  // namespace

base::Result<std::optional<Recorded>> read_recorded(std::string_view line,
                                                    const std::string& where) {
  const auto root = tree::read_json(line, policy::kFileLimits);
  if (!root) return base::fail(root.error().what, where);
  if (const auto* body = body_of(*root)) return read_kept(*root, *body, where);
  return read_bare_facts(*root, where);
}

base::Result<Read> read_with_call(std::string_view line, const std::string& where,
                                  const FindRecord& find) {
  const auto root = tree::read_json(line, policy::kFileLimits);
  if (!root) return base::fail(root.error().what, where);
  const auto* body = body_of(*root);
  auto recorded = body == nullptr ? read_bare_facts(*root, where) : read_kept(*root, *body, where);
  if (!recorded) return tl::unexpected(recorded.error());
  Read out{.recorded = std::move(*recorded)};
  // That a handle does not open is no decision of the rules.
  if (out.recorded || !is_decided(*root) || body->find("handleRefused") != nullptr) return out;
  out.is_bare_call = text_at(*root, "kind") == "call";
  out.is_bare_result = !out.is_bare_call || body->find("result") != nullptr;
  if (out.is_bare_call) return out;
  auto joined = read_joined(*root, *body, where, find);
  if (!joined) return tl::unexpected(joined.error());
  out.recorded = std::move(*joined);
  out.is_bare_result = !out.recorded;
  return out;
}

bool is_record(std::string_view text) {
  const auto root = tree::read_json(text, policy::kFileLimits);
  return root && body_of(*root) != nullptr;
}

DecidedAgain decide_again(const policy::Policy& policy, const Recorded& recorded,
                          policy::Phase phase) {
  const auto& facts = recorded.known.facts;
  DecidedAgain out{.decision = policy::decide(policy, phase, facts)};
  if (recorded.arguments == policy::Kept::kAll) return out;
  // Most rules ask for no values, and need not be asked again.
  const auto is_unsure = [&](const policy::Rule& rule) {
    return policy::asks_for_values(rule.condition) &&
           !policy::holds_as_recorded(rule.condition, facts, recorded.arguments);
  };
  leave_only_sure(out.decision, is_unsure);
  out.is_told = std::ranges::none_of(policy.rules(), [&](const policy::Rule& rule) {
    return rule.phase == phase && rule.mode == policy::Mode::kEnforce &&
           rule.effect > out.decision.effect && is_unsure(rule);
  });
  return out;
}

}  // namespace touchstone::cli
