// Conditions of a rule: and, or, not, unless, and the questions about facts.
#include <algorithm>

#include <fmt/format.h>

#include "json/string.hpp"
#include "policy/reader.hpp"
#include "policy/scalar.hpp"
#include "policy/vocabulary.hpp"

namespace touchstone::policy {
namespace {

using tree::Node;

std::vector<std::string_view> operator_names() {
  std::vector<std::string_view> names;
  for (const auto& op : operators()) names.push_back(op.name);
  return names;
}

bool is_logic(std::string_view key) {
  return key == "and" || key == "or" || key == "not" || key == "fact";
}

}  // namespace

std::optional<Condition> Reader::read_condition(const Node& node) {
  if (node.kind == Node::Kind::kList) return read_parts(node, Condition::Kind::kAll);
  if (!expect(node, Node::Kind::kMap)) return std::nullopt;
  auto body = read_body(node);
  const auto* unless = node.find("unless");
  if (unless == nullptr) return body;
  auto except = read_condition(*unless);
  if (!body || !except) return std::nullopt;
  Condition both{.kind = Condition::Kind::kAll, .leaf = {}, .parts = {std::move(*body)}};
  both.parts.push_back(exception(std::move(*except)));
  return both;
}

Condition Reader::exception(Condition unless) {
  return {
      .kind = Condition::Kind::kNot, .leaf = {}, .parts = {std::move(unless)}, .exception = true};
}

std::optional<Condition> Reader::read_body(const Node& map) {
  const auto count = std::ranges::count_if(map.children, is_logic, &Node::key);
  if (count != 1) {
    return problem(map.offset, "expected one of fact, and, or, not in a condition, found " +
                                   (count == 0 ? std::string("none") : fmt::format("{}", count)));
  }
  const auto& child = *std::ranges::find_if(map.children, is_logic, &Node::key);
  if (child.key == "fact") return read_question(map);
  for (const auto& other : map.children) {
    if (is_logic(other.key) || other.key == "unless") continue;
    return problem(other.key_offset,
                   fmt::format("{} cannot stand beside {}", json::quoted(other.key), child.key));
  }
  if (child.key != "not") {
    return read_parts(child, child.key == "and" ? Condition::Kind::kAll : Condition::Kind::kAny);
  }
  auto part = read_condition(child);
  if (!part) return std::nullopt;
  return Condition{.kind = Condition::Kind::kNot, .leaf = {}, .parts = {std::move(*part)}};
}

std::optional<Condition> Reader::read_parts(const Node& list, Condition::Kind kind) {
  if (!expect(list, Node::Kind::kList)) return std::nullopt;
  if (list.children.empty())
    return problem(list.offset, "expected conditions, found an empty list");
  Condition joined{.kind = kind, .leaf = {}, .parts = {}};
  bool whole = true;
  for (const auto& child : list.children) {
    auto part = read_condition(child);
    whole = whole && part;
    if (part) joined.parts.push_back(std::move(*part));
  }
  return whole ? std::optional(std::move(joined)) : std::nullopt;
}

std::optional<Condition> Reader::read_question(const Node& map) {
  const auto fact = read_fact(*map.find("fact"));
  if (!fact) return std::nullopt;
  Condition all{.kind = Condition::Kind::kAll, .leaf = {}, .parts = {}};
  bool whole = true;
  bool every = false;
  if (const auto* node = map.find("every")) {
    if (!flag_of(*node)) return problem(node->offset, expected_found("true or false", *node));
    every = *flag_of(*node);
  }
  for (const auto& child : map.children) {
    if (child.key == "fact" || child.key == "unless" || child.key == "every") continue;
    auto leaf = read_leaf(child, *fact);
    whole = whole && leaf;
    if (leaf) {
      leaf->every = every;
      all.parts.push_back({.kind = Condition::Kind::kLeaf, .leaf = std::move(*leaf), .parts = {}});
    }
  }
  if (!whole) return std::nullopt;
  if (all.parts.empty()) {
    return problem(map.offset, "asks nothing of its fact", "add an operator, such as equals");
  }
  if (all.parts.size() > 1) return all;
  Condition only = std::move(all.parts.front());
  return only;
}

std::optional<FactRef> Reader::read_fact(const Node& node) {
  if (!node.is_scalar()) return problem(node.offset, expected_found("the name of a fact", node));
  auto fact = find_fact(node.text);
  if (!fact) {
    return problem(node.offset, fmt::format("there is no fact {}", json::quoted(node.text)),
                   meant_fact(node.text));
  }
  uses_response_ = uses_response_ || spec(fact->id).phase == Phase::kResponse;
  return fact;
}

std::optional<Leaf> Reader::read_leaf(const Node& child, const FactRef& fact) {
  const auto* op = find_operator(child.key);
  if (op == nullptr) {
    return problem(child.key_offset,
                   fmt::format("there is no operator {}", json::quoted(child.key)),
                   suggestion(child.key, operator_names()));
  }
  const auto& known = spec(fact.id);
  if (!applies(*op, known)) {
    return problem(
        child.key_offset,
        fmt::format("expected an operator for a {}, found {}", name_of(known.type), op->name),
        fmt::format("{} is for: {}", op->name, op->types));
  }
  if (++leaves_ > kMaxLeaves) {
    return problem(child.offset, fmt::format("more than {} conditions", kMaxLeaves));
  }
  Leaf leaf{.fact = fact, .op = op->op, .operands = {}, .offset = child.key_offset};
  if (!read_operands(child, *op, leaf)) return std::nullopt;
  if (known.is_closed() && !some_word_holds(leaf)) {
    return problem(child.offset,
                   fmt::format("{} {} {}: none of its words does", known.name, op->name,
                               json::quoted(child.text)),
                   "it is " + words_in_words(known));
  }
  return leaf;
}

bool Reader::read_operands(const Node& node, const OpSpec& op, Leaf& leaf) {
  const auto& fact = spec(leaf.fact.id);
  if (op.shape == Shape::kFlag) {
    const auto flag = flag_of(node);
    if (flag) leaf.operands.emplace_back(*flag);
    if (!flag) problem(node.offset, expected_found("true or false", node));
    return flag.has_value();
  }
  if (op.shape == Shape::kSame || op.shape == Shape::kOrdered) {
    auto scalar = read_scalar(node, fact, op.op == Op::kContains && fact.type == Type::kText);
    if (scalar && op.shape == Shape::kOrdered && fact.type == Type::kAny &&
        !std::holds_alternative<Number>(*scalar)) {
      problem(node.offset, expected_found("a number", node));
      return false;
    }
    if (scalar) leaf.operands.push_back(std::move(*scalar));
    return scalar.has_value();
  }
  if (op.shape != Shape::kList) return read_special(node, op, leaf);
  if (node.kind != Node::Kind::kList || node.children.empty() ||
      node.children.size() > kMaxOperands) {
    problem(node.offset,
            expected_found(fmt::format("a list of 1 to {} values", kMaxOperands), node));
    return false;
  }
  for (const auto& child : node.children) {
    auto scalar = read_scalar(child, fact, false);
    if (!scalar) return false;
    leaf.operands.push_back(std::move(*scalar));
  }
  return true;
}

// Texts that mean something: patterns, paths, networks.
bool Reader::read_special(const Node& node, const OpSpec& op, Leaf& leaf) {
  if (!is_text(node)) {
    problem(node.offset, expected_found("a text", node), "put it in quotation marks");
    return false;
  }
  leaf.operands.emplace_back(node.text);
  std::string why;
  if (op.shape == Shape::kPattern) {
    if (++patterns_ > kMaxPatterns) why = fmt::format("more than {} patterns", kMaxPatterns);
    if (node.text.size() > kMaxPatternBytes) why = "longer than 1024 bytes";
    if (why.empty()) leaf.pattern = compile_pattern(node.text, why);
    if (!leaf.pattern) problem(node.offset, "expected a regular expression (RE2), found: " + why);
    return leaf.pattern != nullptr;
  }
  if (op.shape == Shape::kPath) {
    leaf.path = Path::parse(node.text);
    if (!leaf.path)
      problem(node.offset, expected_found("a path that does not lead above itself", node));
    return leaf.path.has_value();
  }
  if (op.shape == Shape::kNetwork) {
    leaf.network = Network::parse(node.text);
    if (!leaf.network) problem(node.offset, expected_found("a network such as 10.0.0.0/8", node));
    return leaf.network.has_value();
  }
  return true;
}

std::optional<Scalar> Reader::read_scalar(const Node& node, const FactSpec& fact, bool any_word) {
  const auto flag = flag_of(node);
  const auto number = number_of(node);
  if (fact.type == Type::kFlag) {
    if (flag) return Scalar(*flag);
    return problem(node.offset, expected_found("true or false", node));
  }
  if (fact.type == Type::kNumber) {
    if (number) return Scalar(Number(node.text));
    return problem(node.offset, expected_found("a number", node));
  }
  if (fact.type == Type::kAny && flag) return Scalar(*flag);
  if (fact.type == Type::kAny && number) return Scalar(Number(node.text));
  if (!is_text(node)) {
    return problem(node.offset, expected_found("a text", node),
                   node.is_scalar() ? "put it in quotation marks" : "");
  }
  if (!any_word && !can_be(fact, node.text)) {
    return problem(node.offset, expected_found(words_in_words(fact), node), meant(fact, node.text));
  }
  return Scalar(node.text);
}

}  // namespace touchstone::policy
