#include "cli/condition.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/condition_tokens.hpp"
#include "cli/fact.hpp"

namespace touchstone::cli {

struct Condition::Node {
  enum class Op : std::uint8_t { kAnd, kOr, kNot, kEquals, kAbove, kAtLeast, kMatches, kIsSet };
  Op op;
  std::vector<std::shared_ptr<const Node>> parts;  // of and, or, not
  const FactSpec* fact = nullptr;                  // of the comparisons
  std::string word;                                // lower case
  int ordinal = 0;                                 // of kAbove and kAtLeast
};

namespace {

using Node = Condition::Node;
using NodePtr = std::shared_ptr<const Node>;
using Parsed = base::Result<NodePtr>;

constexpr int kDeepest = 64;  // brackets and nots, so that no condition exhausts the stack

NodePtr make(Node node) { return std::make_shared<const Node>(std::move(node)); }
NodePtr negate(NodePtr node) { return make({Node::Op::kNot, {std::move(node)}, nullptr, {}, 0}); }

bool compare(const Node& node, const Assayed& tool) {
  const auto value = value_of(*node.fact, tool);
  const auto any_word = [&](auto test) {
    const auto holds = [&](const std::string& w) { return test(base::lower_case(w)); };
    return std::ranges::any_of(value.words, holds) || std::ranges::any_of(value.also, holds);
  };
  switch (node.op) {
    case Node::Op::kEquals: return any_word([&](const auto& w) { return w == node.word; });
    case Node::Op::kMatches:
      return any_word([&](const auto& w) { return base::matches_glob(w, node.word); });
    case Node::Op::kAbove: return value.is_set() && value.ordinal > node.ordinal;
    case Node::Op::kAtLeast: return value.is_set() && value.ordinal >= node.ordinal;
    default: return value.is_set();
  }
}

bool evaluate(const Node& node, const Assayed& tool) {
  const auto part = [&](const NodePtr& p) { return evaluate(*p, tool); };
  switch (node.op) {
    case Node::Op::kAnd: return std::ranges::all_of(node.parts, part);
    case Node::Op::kOr: return std::ranges::any_of(node.parts, part);
    case Node::Op::kNot: return !evaluate(*node.parts.front(), tool);
    default: return compare(node, tool);
  }
}

// Recursive descent: or → and → not → comparison.
class Parser {
 public:
  Parser(std::string_view text, std::vector<Token> tokens)
      : text_(text), tokens_(std::move(tokens)) {}

  Parsed parse() {
    auto root = parse_or();
    if (root && peek().kind != Token::Kind::kEnd) return error("expected `and`, `or` or the end");
    return root;
  }

 private:
  Parsed parse_or() { return parse_chain("or", Node::Op::kOr, &Parser::parse_and); }
  Parsed parse_and() { return parse_chain("and", Node::Op::kAnd, &Parser::parse_not); }
  Parsed parse_chain(std::string_view word, Node::Op op, Parsed (Parser::*part)());
  Parsed parse_not();
  Parsed parse_nested(Parsed (Parser::*part)());
  Parsed parse_comparison();
  Parsed parse_operator(const FactSpec& fact);
  Parsed parse_list(const FactSpec& fact);
  Parsed parse_is(const FactSpec& fact);
  Parsed equals(const FactSpec& fact);
  Parsed ordered(const FactSpec& fact, std::string_view sign);
  Parsed like(const FactSpec& fact);
  base::Result<std::string> value();
  base::Result<std::string> known_value(const FactSpec& fact);

  [[nodiscard]] const Token& peek() const { return tokens_[at_]; }
  bool accept(std::string_view text) {
    const bool here = peek().kind != Token::Kind::kQuoted && peek().kind != Token::Kind::kEnd &&
                      base::lower_case(peek().text) == text;
    if (here) ++at_;
    return here;
  }
  [[nodiscard]] tl::unexpected<base::Error> error(std::string what, std::string remedy = {}) const {
    return tl::unexpected(
        condition_error(text_, peek().offset, std::move(what), std::move(remedy)));
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

Parsed Parser::parse_chain(std::string_view word, Node::Op op, Parsed (Parser::*part)()) {
  auto first = (this->*part)();
  if (!first) return first;
  Node chain{op, {*first}, nullptr, {}, 0};
  while (accept(word)) {
    auto next = (this->*part)();
    if (!next) return next;
    chain.parts.push_back(*next);
  }
  return chain.parts.size() == 1 ? chain.parts.front() : make(std::move(chain));
}

Parsed Parser::parse_nested(Parsed (Parser::*part)()) {
  if (++depth_ > kDeepest) return error("too deeply nested");
  auto inner = (this->*part)();
  --depth_;
  return inner;
}

Parsed Parser::parse_not() {
  if (accept("not") || accept("!")) {
    auto inner = parse_nested(&Parser::parse_not);
    if (!inner) return inner;
    return negate(*inner);
  }
  if (!accept("(")) return parse_comparison();
  auto inner = parse_nested(&Parser::parse_or);
  if (inner && !accept(")")) return error("expected `)`");
  return inner;
}

Parsed Parser::parse_comparison() {
  if (peek().kind != Token::Kind::kWord) {
    return error("expected a fact such as readOnlyHint, risk or name",
                 "touchstone fields lists the names");
  }
  const auto* fact = find_fact(peek().text);
  if (fact == nullptr) {
    const auto unknown = unknown_fact(peek().text);
    return error(unknown.what, unknown.remedy);
  }
  ++at_;
  return parse_operator(*fact);
}

Parsed Parser::parse_operator(const FactSpec& fact) {
  if (accept("=") || accept("==") || accept("contains")) return equals(fact);
  if (accept("!=")) {
    auto equal = equals(fact);
    if (!equal) return equal;
    return negate(*equal);
  }
  for (const auto* sign : {">=", "<=", ">", "<"}) {
    if (accept(sign)) return ordered(fact, sign);
  }
  if (accept("~")) return like(fact);
  if (accept("!~")) {
    auto match = like(fact);
    if (!match) return match;
    return negate(*match);
  }
  if (accept("in")) return parse_list(fact);
  if (accept("is")) return parse_is(fact);
  if (fact.kind == FactSpec::Kind::kFlag) {
    return make({Node::Op::kEquals, {}, &fact, "true", 0});
  }
  return error(fmt::format("expected =, !=, ~, in or is after {}", fact.name));
}

base::Result<std::string> Parser::value() {
  if (peek().kind == Token::Kind::kSign || peek().kind == Token::Kind::kEnd) {
    return error("expected a value", "a word, or text in 'quotation marks'");
  }
  return tokens_[at_++].text;
}

base::Result<std::string> Parser::known_value(const FactSpec& fact) {
  const auto start = at_;
  auto word = value();
  if (!word) return word;
  auto lower = base::lower_case(*word);
  const bool known = fact.words.empty() || std::ranges::any_of(fact.words, [&](const auto& w) {
                       return base::lower_case(w) == lower;
                     });
  if (known) return lower;
  at_ = start;
  return error(fmt::format("{} is never {}", fact.name, *word),
               base::list_in_words(fact.words, "or") + ", or unset");
}

// `unset` in quotation marks is a text like any other.
Parsed Parser::equals(const FactSpec& fact) {
  if (accept("unset")) return negate(make({Node::Op::kIsSet, {}, &fact, {}, 0}));
  auto word = known_value(fact);
  if (!word) return tl::unexpected(word.error());
  return make({Node::Op::kEquals, {}, &fact, std::move(*word), 0});
}

Parsed Parser::ordered(const FactSpec& fact, std::string_view sign) {
  if (fact.kind != FactSpec::Kind::kOrdered) {
    return error(fmt::format("{} has no order; use = or !=", fact.name));
  }
  auto word = known_value(fact);
  if (!word) return tl::unexpected(word.error());
  const auto at =
      std::ranges::find_if(fact.words, [&](const auto& w) { return base::lower_case(w) == *word; });
  const auto ordinal = static_cast<int>(at - fact.words.begin());
  const bool strict = sign == ">" || sign == "<=";
  auto above = make({strict ? Node::Op::kAbove : Node::Op::kAtLeast, {}, &fact, {}, ordinal});
  if (sign.front() == '>') return above;
  // Below is "set, and not above": an unset fact is neither.
  auto is_set = make({Node::Op::kIsSet, {}, &fact, {}, 0});
  return make({Node::Op::kAnd, {std::move(is_set), negate(std::move(above))}, nullptr, {}, 0});
}

Parsed Parser::like(const FactSpec& fact) {
  auto pattern = value();
  if (!pattern) return tl::unexpected(pattern.error());
  auto lower = base::lower_case(*pattern);
  if (lower.find('*') == std::string::npos) lower = "*" + lower + "*";
  return make({Node::Op::kMatches, {}, &fact, std::move(lower), 0});
}

Parsed Parser::parse_list(const FactSpec& fact) {
  if (!accept("(")) return error("expected `(` and a list of values");
  Node any{Node::Op::kOr, {}, nullptr, {}, 0};
  do {
    auto one = equals(fact);
    if (!one) return one;
    any.parts.push_back(*one);
  } while (accept(","));
  if (!accept(")")) return error("expected `,` or `)`");
  return make(std::move(any));
}

Parsed Parser::parse_is(const FactSpec& fact) {
  const bool negated = accept("not");
  Parsed inner = accept("set") ? Parsed(make({Node::Op::kIsSet, {}, &fact, {}, 0})) : equals(fact);
  if (!inner || !negated) return inner;
  return negate(*inner);
}

}  // namespace

base::Result<Condition> Condition::parse(std::string_view text) {
  auto tokens = tokenize(text);
  if (!tokens) return tl::unexpected(tokens.error());
  auto root = Parser(text, std::move(*tokens)).parse();
  if (!root) return tl::unexpected(root.error());
  return Condition(std::move(*root));
}

bool Condition::holds(const Assayed& tool) const { return evaluate(*root_, tool); }

}  // namespace touchstone::cli
