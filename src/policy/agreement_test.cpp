// The compiled form against another way to the same end: random policies and facts are made as
// plain data, judged by the few lines below, written out, loaded and decided.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "policy/test_support.hpp"

namespace touchstone::policy {
namespace {

using Strings = std::vector<std::string>;

// A small world: few facts of each type with few values, so that rules meet.
struct FactOfWorld {
  std::string name;
  char type;  // f flag, n number, t text, o ordered text, s set, a any
  Strings values;
};

const std::vector<FactOfWorld>& world() {
  static const std::vector<FactOfWorld> kFacts{
      {"tool.name", 't', {"a", "b", "ab", "ba"}},
      {"server.name", 't', {"s", "t"}},
      {"tool.legs.sendsOut", 'f', {"true", "false"}},
      {"session.label.untrusted", 'f', {"true", "false"}},
      {"tool.tier", 'o', {"read", "write", "destructive"}},
      {"tool.findings", 's', {"lie", "doubt", "poison"}},
      {"flow.sources", 's', {"b", "ab", "cab"}},
      {"session.label.classes", 's', {"pii", "financial", "com.acme.x"}},
      {"session.calls", 'n', {"0", "1", "2", "3"}},
      {"request.arguments.x", 'a', {"1", "2", "true", "\"a\"", "\"ab\""}}};
  return kFacts;
}

struct Question {
  enum class Kind { kLeaf, kAnd, kOr, kNot } kind = Kind::kLeaf;
  const FactOfWorld* fact = nullptr;
  std::string op;
  bool every = false;
  Strings operands;
  std::vector<Question> parts;
};

struct RuleOfWorld {
  std::string effect;
  bool shadow = false;
  Question question;
  std::vector<Question> unless;  // none or one
};

std::size_t draw(std::size_t bound) {
  return static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(bound)));
}

const std::string& one_of(const Strings& values) { return values[draw(values.size())]; }

Strings operators_for(char type) {
  switch (type) {
    case 'f': return {"equals", "notEquals", "exists"};
    case 'n': return {"equals", "notEquals", "in", "exists", "greaterThan", "lessThanOrEqual"};
    case 't': return {"equals", "notEquals", "in", "contains", "startsWith", "endsWith", "exists"};
    case 'o': return {"equals", "notEquals", "in", "greaterThan", "lessThanOrEqual", "exists"};
    case 's':
      return {"equals",   "notEquals",  "in",       "intersects",
              "contains", "startsWith", "endsWith", "exists"};
    default: return {"equals", "notEquals", "in", "exists"};
  }
}

Question draw_leaf() {
  Question leaf;
  leaf.fact = &world()[draw(world().size())];
  leaf.op = one_of(operators_for(leaf.fact->type));
  leaf.every = draw(5) == 0;
  const bool list = leaf.op == "in" || leaf.op == "intersects";
  for (std::size_t i = 0; i < (list ? 1 + draw(2) : 1); ++i) {
    leaf.operands.push_back(leaf.op == "exists" ? one_of({"true", "false"})
                                                : one_of(leaf.fact->values));
  }
  return leaf;
}

Question draw_question(int depth) {
  const auto kind = depth == 0 ? 0 : draw(5);
  if (kind < 2) return draw_leaf();
  Question question;
  question.kind = kind == 2   ? Question::Kind::kAnd
                  : kind == 3 ? Question::Kind::kOr
                              : Question::Kind::kNot;
  const auto parts = question.kind == Question::Kind::kNot ? 1 : 1 + draw(3);
  for (std::size_t i = 0; i < parts; ++i) question.parts.push_back(draw_question(depth - 1));
  return question;
}

RuleOfWorld draw_rule() {
  RuleOfWorld rule;
  rule.effect = one_of({"block", "escalate", "quarantine", "redact", "allow"});
  rule.shadow = draw(4) == 0;
  rule.question = draw_question(3);
  if (draw(3) == 0) rule.unless.push_back(draw_question(1));
  return rule;
}

std::string written(const Question& question) {
  if (question.kind == Question::Kind::kLeaf) {
    const bool list = question.op == "in" || question.op == "intersects";
    const auto operands = fmt::format("{}", fmt::join(question.operands, ", "));
    return fmt::format("{{fact: {}, {}: {}{}}}", question.fact->name, question.op,
                       list ? "[" + operands + "]" : operands,
                       question.every ? ", every: true" : "");
  }
  Strings parts;
  for (const auto& part : question.parts) parts.push_back(written(part));
  if (question.kind == Question::Kind::kNot) return "{not: " + parts.front() + "}";
  return fmt::format("{{{}: [{}]}}", question.kind == Question::Kind::kAnd ? "and" : "or",
                     fmt::join(parts, ", "));
}

std::string written(const std::vector<RuleOfWorld>& rules) {
  std::string text = "rules:\n";
  for (std::size_t i = 0; i < rules.size(); ++i) {
    text +=
        fmt::format("- {{name: r{:02}, effect: {}, mode: {}, conditions: {}", i, rules[i].effect,
                    rules[i].shadow ? "shadow" : "enforce", written(rules[i].question));
    if (!rules[i].unless.empty()) text += ", unless: " + written(rules[i].unless.front());
    text += "}\n";
  }
  return text;
}

using KnownWorld = std::map<std::string, Strings>;

KnownWorld draw_facts() {
  KnownWorld known;
  for (const auto& fact : world()) {
    if (draw(4) == 0) continue;
    auto& values = known[fact.name];
    const auto count = fact.type == 's' ? draw(4) : 1;
    for (std::size_t i = 0; i < count; ++i) values.push_back(one_of(fact.values));
  }
  return known;
}

std::string written(const KnownWorld& known) {
  std::string text = "{";
  for (const auto& fact : world()) {
    const auto it = known.find(fact.name);
    if (it == known.end()) continue;
    const auto values = fmt::format("{}", fmt::join(it->second, ", "));
    text += fmt::format("{}: {}, ", fact.name, fact.type == 's' ? "[" + values + "]" : values);
  }
  return text + "}";
}

// The number 1 may be taken for true.
bool is_doubtful(const Question& leaf, const std::string& value) {
  const auto is_pair = [&](const std::string& operand) {
    return (value == "1" && operand == "true") || (value == "true" && operand == "1");
  };
  return leaf.op != "exists" && std::ranges::any_of(leaf.operands, is_pair) &&
         std::ranges::find(leaf.operands, value) == leaf.operands.end();
}

bool one_holds(const Question& leaf, const std::string& value) {
  const auto& operand = leaf.operands.front();
  const auto rank = [&](const std::string& word) {
    return std::ranges::find(leaf.fact->values, word) - leaf.fact->values.begin();
  };
  if (leaf.op == "equals") return value == operand;
  if (leaf.op == "notEquals") return value != operand;
  if (leaf.op == "in" || leaf.op == "intersects") {
    return std::ranges::find(leaf.operands, value) != leaf.operands.end();
  }
  if (leaf.op == "contains" && leaf.fact->type == 's') return value == operand;
  if (leaf.op == "contains") return value.find(operand) != std::string::npos;
  if (leaf.op == "startsWith") return value.starts_with(operand);
  if (leaf.op == "endsWith") return value.ends_with(operand);
  // The world's numbers and words stand in order.
  return leaf.op == "greaterThan" ? rank(value) > rank(operand) : rank(value) <= rank(operand);
}

bool holds(const Question& question, const KnownWorld& known, bool doubt = true) {
  const bool turned = question.kind == Question::Kind::kNot;
  const auto part = [&](const Question& one) { return holds(one, known, doubt != turned); };
  switch (question.kind) {
    case Question::Kind::kAnd: return std::ranges::all_of(question.parts, part);
    case Question::Kind::kOr: return std::ranges::any_of(question.parts, part);
    case Question::Kind::kNot: return !part(question.parts.front());
    case Question::Kind::kLeaf: break;
  }
  const auto it = known.find(question.fact->name);
  if (question.op == "exists") return (it != known.end()) == (question.operands.front() == "true");
  if (it == known.end() || it->second.empty()) return false;
  const auto one = [&](const std::string& value) {
    return is_doubtful(question, value) ? doubt : one_holds(question, value);
  };
  return question.every ? std::ranges::all_of(it->second, one)
                        : std::ranges::any_of(it->second, one);
}

std::string expected(const std::vector<RuleOfWorld>& rules, const KnownWorld& known) {
  const Strings order{"allow", "redact", "quarantine", "escalate", "block"};
  std::ptrdiff_t strongest = 0;
  std::string fired;
  std::string shadow;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const auto& rule = rules[i];
    const bool excused = !rule.unless.empty() && holds(rule.unless.front(), known, false);
    if (!holds(rule.question, known) || excused) continue;
    (rule.shadow ? shadow : fired) += fmt::format(" r{:02}", i);
    if (rule.shadow) continue;
    strongest = std::max(strongest, std::ranges::find(order, rule.effect) - order.begin());
  }
  return order[static_cast<std::size_t>(strongest)] + fired +
         (shadow.empty() ? "" : "; shadow" + shadow);
}

std::vector<RuleOfWorld> draw_rules(std::size_t most) {
  std::vector<RuleOfWorld> rules;
  const auto count = 1 + draw(most);
  for (std::size_t i = 0; i < count; ++i) rules.push_back(draw_rule());
  return rules;
}

RC_GTEST_PROP(Agreement, the_compiled_policy_decides_as_its_rules_say, ()) {
  const auto rules = draw_rules(12);
  const auto known = draw_facts();
  const auto policy = load(written(rules), "p.yaml");
  RC_ASSERT(policy.good());
  const auto facts = read_facts(written(known), "f.yaml");
  RC_ASSERT(facts.has_value());
  const auto decision = decide(*policy.policy, Phase::kRequest, facts->facts);
  RC_ASSERT(testing::told(decision) == expected(rules, known));
}

RC_GTEST_PROP(Agreement, walking_the_conditions_comes_to_the_same, ()) {
  const auto policy = load(written(draw_rules(8)), "p.yaml");
  RC_ASSERT(policy.good());
  const auto facts = read_facts(written(draw_facts()), "f.yaml");
  const auto decision = decide(*policy.policy, Phase::kRequest, facts->facts);
  for (const auto& rule : policy.policy->rules()) {
    const auto& list = rule.mode == Mode::kShadow ? decision.shadow : decision.fired;
    RC_ASSERT((std::ranges::find(list, &rule) != list.end()) == rule.condition.holds(facts->facts));
  }
}

Question flag_of_world(std::size_t which) {
  const auto& fact = world()[2 + which];
  return {.fact = &fact, .op = "equals", .operands = {one_of(fact.values)}, .parts = {}};
}

// Found by either of two flags, however it goes on.
RuleOfWorld draw_rule_of_two_keys() {
  Question rest{.kind = Question::Kind::kAnd, .parts = {flag_of_world(1)}};
  for (int i = 0; i < 4; ++i) rest.parts.push_back(draw_leaf());
  Question either{.kind = Question::Kind::kOr, .parts = {flag_of_world(0), rest}};
  Question both{.kind = Question::Kind::kAnd, .parts = {either, draw_question(1)}};
  return {.effect = "block", .question = draw(2) == 0 ? either : both, .unless = {}};
}

// More rules of several keys, and more leaves asked alike, than a decision remembers.
RC_GTEST_PROP(Agreement, so_it_does_where_more_is_shared_than_is_remembered, ()) {
  std::vector<RuleOfWorld> rules;
  for (int i = 0; i < 80; ++i) rules.push_back(draw_rule_of_two_keys());
  const auto policy = load(written(rules), "p.yaml");
  RC_ASSERT(policy.good());
  for (int i = 0; i < 10; ++i) {
    const auto known = draw_facts();
    const auto facts = read_facts(written(known), "f.yaml");
    RC_ASSERT(testing::told(decide(*policy.policy, Phase::kRequest, facts->facts)) ==
              expected(rules, known));
  }
}

// Equal numbers may be written in several ways, and to a text or a flag that is another question.
RC_GTEST_PROP(Agreement, so_it_does_where_equal_numbers_are_written_otherwise, ()) {
  const Strings operands{"0", "-0", "-0.0", "90071992547409931", "90071992547409931.0"};
  const Strings values{"false", "true",     "0",      "-0",
                       "'a0'",  "'id -0 '", "'-0.0'", "'id 90071992547409931'"};
  std::string text = "rules:\n";
  for (int i = 0; i < 8; ++i) {
    const auto op = one_of({"equals: {}", "notEquals: {}", "contains: {}", "in: [{}, 7]"});
    text += fmt::format(
        "- {{name: r{}, effect: block, conditions: {{fact: request.arguments.x, {}}}}}\n", i,
        fmt::format(fmt::runtime(op), one_of(operands)));
  }
  const auto policy = load(text, "p.yaml");
  RC_ASSERT(policy.good());
  const auto facts = read_facts(fmt::format("request.arguments.x: {}\n", one_of(values)), "f.yaml");
  RC_ASSERT(facts.has_value());
  const auto decision = decide(*policy.policy, Phase::kRequest, facts->facts);
  for (const auto& rule : policy.policy->rules()) {
    const bool fires = std::ranges::find(decision.fired, &rule) != decision.fired.end();
    RC_ASSERT(fires == rule.condition.holds(facts->facts));
  }
}

RC_GTEST_PROP(Agreement, one_more_rule_never_weakens_a_decision, ()) {
  auto rules = draw_rules(6);
  const auto facts = read_facts(written(draw_facts()), "f.yaml");
  const auto before = load(written(rules), "p.yaml");
  rules.push_back(draw_rule());
  const auto after = load(written(rules), "p.yaml");
  RC_ASSERT(before.good() && after.good());
  RC_ASSERT(decide(*before.policy, Phase::kRequest, facts->facts).effect <=
            decide(*after.policy, Phase::kRequest, facts->facts).effect);
}

RC_GTEST_PROP(Agreement, an_exception_never_strengthens_a_decision, ()) {
  auto rules = draw_rules(6);
  for (auto& rule : rules) rule.unless.clear();
  const auto facts = read_facts(written(draw_facts()), "f.yaml");
  const auto before = load(written(rules), "p.yaml");
  rules[draw(rules.size())].unless.push_back(draw_question(2));
  const auto after = load(written(rules), "p.yaml");
  RC_ASSERT(before.good() && after.good());
  RC_ASSERT(decide(*before.policy, Phase::kRequest, facts->facts).effect >=
            decide(*after.policy, Phase::kRequest, facts->facts).effect);
}

}  // namespace
}  // namespace touchstone::policy
