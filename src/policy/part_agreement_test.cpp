// Rules that are found by parts of texts, against walking their conditions. Policies are drawn with
// many rules about few facts, so that the parts of all are looked for at once; texts are put
// together from the same pieces, so that they overlap.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/parser.hpp"
#include "json/writer.hpp"
#include "policy/access.hpp"
#include "policy/path_reading.hpp"
#include "policy/test_support.hpp"

namespace touchstone::policy {
namespace {

using Strings = std::vector<std::string>;
using Kind = Condition::Kind;

// All alike, however early: a plain range begins with what stands first.
std::size_t below(std::size_t bound) {
  const auto range = rc::gen::inRange<int>(0, static_cast<int>(bound));
  return static_cast<std::size_t>(*rc::gen::resize(rc::kNominalSize, range));
}

template <typename T>
const T& any_one(const std::vector<T>& values) {
  return values[below(values.size())];
}

// UTF-8, since it goes into JSON too; a text that YAML could not hold among them.
const Strings& pieces() {
  static const Strings kPieces{"a",
                               "aa",
                               "aab",
                               "b",
                               "ba",
                               "A",
                               "/",
                               "/a",
                               "é",
                               "e",
                               "\n\"",
                               std::string(1, '\0'),
                               "1",
                               "22",
                               "on",
                               "%2F",
                               "%61",
                               "..",
                               "../",
                               "\\\\",
                               "file:",
                               "~",
                               "10.1.2.3",
                               "0xa.",
                               "e400",
                               std::string(70, 'a'),
                               std::string(70, 'a') + "b"};
  return kPieces;
}

std::string draw_text() {
  std::string text;
  for (std::size_t i = below(4); i > 0; --i) text += any_one(pieces());
  return text;
}

const Strings kBounds{"0", "1", "22", "1e3", "9007199254740993"};

Leaf draw_part_leaf() {
  static const Strings kFacts{"tool.name", "flow.sources", "request.arguments.x",
                              "request.arguments.y"};
  static const Strings kPatterns{"a",   "^aa+b", "b$", "(a|b)A", "a|b",       "(?i)a",
                                 "é?a", "aab?",  ".",  "a.b",    "[ab]e\\.?", "a\\/a"};
  static const std::vector<Op> kOps{
      Op::kContains, Op::kContains,  Op::kContains,    Op::kStartsWith,     Op::kEndsWith,
      Op::kEquals,   Op::kIn,        Op::kMatches,     Op::kWithinPath,     Op::kWithinPath,
      Op::kCidr,     Op::kNotEquals, Op::kGreaterThan, Op::kLessThanOrEqual};
  Leaf leaf{.fact = *find_fact(any_one(kFacts)), .op = any_one(kOps)};
  leaf.every = below(5) == 0;
  const bool any = spec(leaf.fact.id).type == Type::kAny;
  const bool ordered = spec(leaf.op).shape == Shape::kOrdered;
  if (ordered && !any) leaf.op = Op::kEquals;
  leaf.operands.emplace_back(leaf.op == Op::kMatches ? any_one(kPatterns) : draw_text());
  if (ordered && any) leaf.operands.front() = Number(any_one(kBounds));
  if (leaf.op == Op::kCidr)
    leaf.network = Network::parse(any_one(Strings{"10.0.0.0/8", "0.0.0.0/0", "::/0"}));
  if (leaf.op == Op::kIn) leaf.operands.emplace_back(draw_text());
  if (any && leaf.op == Op::kContains && below(4) == 0) leaf.operands.front() = Number(1);
  if (any && leaf.op == Op::kIn && below(4) == 0) leaf.operands.back() = true;
  if (leaf.op == Op::kMatches) {
    std::string why;
    leaf.pattern = compile_pattern(std::get<std::string>(leaf.operands.front()), why);
  }
  if (leaf.op == Op::kWithinPath) {
    leaf.path = Path::parse(std::get<std::string>(leaf.operands.front()));
    if (!leaf.path) leaf.path = Path::parse("/");
  }
  return leaf;
}

Condition draw_condition(int depth) {
  const auto kind = depth == 0 ? Kind::kLeaf
                               : any_one(std::vector{Kind::kLeaf, Kind::kLeaf, Kind::kLeaf,
                                                     Kind::kAll, Kind::kAny, Kind::kNot});
  Condition condition{.kind = kind, .leaf = {}, .parts = {}};
  if (kind == Kind::kLeaf) {
    condition.leaf = draw_part_leaf();
    return condition;
  }
  const auto parts = kind == Kind::kNot ? 1 : 1 + below(3);
  for (std::size_t i = 0; i < parts; ++i) condition.parts.push_back(draw_condition(depth - 1));
  return condition;
}

std::vector<Rule> draw_part_rules() {
  std::vector<Rule> rules(1 + below(60));
  for (auto& rule : rules) {
    rule.effect = Effect::kBlock;
    rule.condition = draw_condition(2);
    if (below(2) == 0) settle_doubt(rule.condition);
  }
  return rules;
}

Strings draw_texts() {
  // More than are looked up one by one, now and then.
  Strings texts(below(8) == 0 ? 15 + below(5) : below(4));
  for (auto& text : texts) text = draw_text();
  return texts;
}

// A scalar or a list, with things in it that are no texts.
std::string draw_json() {
  json::Writer out;
  if (below(2) == 0) return std::move(out.string(draw_text())).take();
  if (below(4) == 0)
    return any_one(Strings{"1", "true", "null", "{\"a\": \"a\"}", "22", "22.0", "1e400", "-1e400",
                           "167838211", "9007199254740992", "9007199254740994", "1e-400"});
  out.begin_array();
  for (const auto& text : draw_texts()) out.string(text);
  if (below(2) == 0) out.number(1).boolean(true).begin_object().end_object().null();
  out.end_array();
  return std::move(out).take();
}

struct DrawnFacts {
  Texts texts;
  std::optional<json::Document> arguments;
  Facts facts;

  DrawnFacts() {
    if (below(5) != 0) facts.set("tool.name", Value(texts.keep(draw_text())));
    if (below(5) != 0) facts.set("flow.sources", Value(texts.keep(draw_texts())));
    const auto family = fact_id("request.arguments.");
    if (below(3) == 0) facts.set_member(family, "/x", Value(texts.keep(draw_text())));
    if (below(3) == 0) facts.set_member(family, "/x", Value(texts.keep(draw_texts())));
    json::Parser parser;
    const auto text = "{\"x\": " + draw_json() + ", \"y\": " + draw_json() + "}";
    arguments.emplace(*parser.parse(json::Text(text)));
    facts.set_arguments(arguments->root());
  }
};

RC_GTEST_PROP(PartAgreement, rules_found_by_parts_fire_where_their_conditions_hold, ()) {
  const Policy policy(draw_part_rules());
  for (int i = 0; i < 5; ++i) {
    const DrawnFacts drawn;
    const auto decision = decide(policy, Phase::kRequest, drawn.facts);
    for (const auto& rule : policy.rules()) {
      RC_ASSERT((std::ranges::find(decision.fired, &rule) != decision.fired.end()) ==
                rule.condition.holds(drawn.facts));
    }
  }
}

// The same promise for one leaf: whatever it needs is in the value it holds for.
RC_GTEST_PROP(PartAgreement, a_leaf_holds_only_where_the_parts_it_needs_are, ()) {
  auto leaf = draw_part_leaf();
  leaf.fact = *find_fact("tool.name");
  const auto text = draw_text();
  Facts facts;
  facts.set("tool.name", Value(std::string_view(text)));
  const auto ways = parts_needed(leaf);
  if (ways.empty() || hides_names(text) || !leaf.holds(facts)) return;
  const auto has = [&](const auto& part) { return text.find(part) != std::string::npos; };
  RC_ASSERT(std::ranges::any_of(
      ways, [&](const auto& parts) { return !parts.empty() && std::ranges::all_of(parts, has); }));
}

std::shared_ptr<const Policy> contain(std::string_view fact, const Strings& parts) {
  std::string text = "rules:\n";
  for (const auto& part : parts) {
    text += "- {name: " + (part.empty() ? "none" : part) +
            ", effect: block, conditions: {fact: " + std::string(fact) + ", contains: '" + part +
            "'}}\n";
  }
  return testing::policy_of(text);
}

TEST(PartAgreement, parts_within_parts_all_bring_their_rules_up) {
  const auto policy = contain("tool.name", {"a", "aa", "aab", "b", "c", "A"});
  EXPECT_EQ(policy->program(Phase::kRequest).rules_without_key(), 0U);
  EXPECT_EQ(testing::decided(*policy, "tool.name: xaabx"), "block a aa aab b");
  EXPECT_EQ(testing::decided(*policy, "tool.name: CAB"), "block A");
  EXPECT_EQ(testing::decided(*policy, "tool.name: ''"), "allow");
  EXPECT_EQ(testing::decided(*policy, "{}"), "allow");
}

TEST(PartAgreement, in_a_list_of_arguments_a_part_of_a_member_is_no_member) {
  const auto policy = contain("request.arguments.to", {"a", "aa", "aab", "b"});
  EXPECT_EQ(policy->program(Phase::kRequest).rules_without_key(), 0U);
  EXPECT_EQ(testing::decided(*policy, "request.arguments: {to: aab}"), "block a aa aab b");
  EXPECT_EQ(testing::decided(*policy, "request.arguments: {to: [aab, a]}"), "block a aab");
  EXPECT_EQ(testing::decided(*policy, "request.arguments: {to: [1, [aab], {x: a}]}"), "allow");
}

TEST(PartAgreement, a_rule_with_an_empty_part_is_asked_always) {
  const auto policy = contain("tool.name", {"a", "b", "c", "d", ""});
  EXPECT_EQ(policy->program(Phase::kRequest).rules_without_key(), 1U);
  EXPECT_EQ(testing::decided(*policy, "tool.name: x"), "block none");
  EXPECT_EQ(testing::decided(*policy, "{}"), "allow");
}

TEST(PartAgreement, numbers_and_networks_are_found_by_where_they_lie) {
  const auto policy = testing::policy_of(
      "rules: [{name: a, effect: block, conditions: {fact: session.calls, greaterThan: 5}},"
      "{name: b, effect: block, conditions: {fact: request.arguments.n, lessThanOrEqual: 5}},"
      "{name: c, effect: block, conditions: {fact: request.arguments.n, greaterThan: 1000}},"
      "{name: d, effect: block, conditions: {fact: request.arguments.ip, cidr: 10.0.0.0/8}},"
      "{name: e, effect: block, conditions: {fact: request.arguments.ip, cidr: 10.1.2.0/24}},"
      "{name: f, effect: block, conditions: {fact: request.arguments.ip, cidr: '::/0'}}]");
  EXPECT_EQ(policy->program(Phase::kRequest).rules_without_key(), 0U);
  EXPECT_EQ(testing::decided(*policy, "session.calls: 6"), "block a");
  EXPECT_EQ(testing::decided(*policy, "session.calls: 5"), "allow");
  EXPECT_EQ(testing::decided(*policy, "request.arguments: {n: 5}"), "block b");
  EXPECT_EQ(testing::decided(*policy, "request.arguments: {n: [7, 5, '1e400']}"), "block b c");
  EXPECT_EQ(testing::decided(*policy, "request.arguments: {n: '5,000'}"), "block b c");
  EXPECT_EQ(testing::decided(*policy, "request.arguments: {n: many}"), "allow");
  EXPECT_EQ(testing::decided(*policy, "request.arguments: {ip: 'http://10.1.2.3/'}"), "block d e");
  EXPECT_EQ(testing::decided(*policy, "request.arguments: {ip: [10.2.0.1, '::1']}"), "block d f");
  EXPECT_EQ(testing::decided(*policy, "request.arguments: {ip: 64:ff9b::10.1.2.3}"), "block d e f");
  EXPECT_EQ(testing::decided(*policy, "request.arguments: {ip: example.org}"), "allow");
}

TEST(PartAgreement, patterns_and_paths_are_found_by_what_they_need) {
  const auto policy = testing::policy_of(
      "rules: [{name: p, effect: block, conditions: {fact: tool.name, matches: '^get_[a-z]+_x$'}},"
      "{name: q, effect: block, conditions: {fact: tool.name, matches: 'user(s|)'}},"
      "{name: r, effect: block, conditions: {fact: tool.name, withinPath: /srv/data}},"
      "{name: s, effect: block, conditions: {fact: tool.name, contains: data}}]");
  EXPECT_EQ(policy->program(Phase::kRequest).rules_without_key(), 0U);
  EXPECT_EQ(testing::decided(*policy, "tool.name: get_user_x"), "block p q");
  EXPECT_EQ(testing::decided(*policy, "tool.name: /srv/./x/../data/y"), "block r s");
  EXPECT_EQ(testing::decided(*policy, "tool.name: /data/srv"), "block s");
}

}  // namespace
}  // namespace touchstone::policy
