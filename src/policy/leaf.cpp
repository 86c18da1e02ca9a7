#include "policy/leaf.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <re2/re2.h>

namespace touchstone::policy {
namespace {

// One automaton's memory. Patterns of rules are short; a larger one is refused when it is loaded.
constexpr std::int64_t kPatternMemory = 256 << 10;

bool same(const Scalar& operand, bool value) {
  const auto* flag = std::get_if<bool>(&operand);
  return flag != nullptr && *flag == value;
}
bool same(const Scalar& operand, double value) {
  const auto* number = std::get_if<double>(&operand);
  return number != nullptr && *number == value;
}
bool same(const Scalar& operand, std::string_view value) {
  const auto* text = std::get_if<std::string>(&operand);
  return text != nullptr && *text == value;
}

// Asks one value, which is a member of a set or stands alone.
struct Ask {
  const Leaf& leaf;

  [[nodiscard]] const Scalar& operand() const { return leaf.operands.front(); }
  [[nodiscard]] std::string_view text() const {
    const auto* text = std::get_if<std::string>(&operand());
    return text == nullptr ? std::string_view() : std::string_view(*text);
  }

  bool operator()(std::monostate /*object*/, bool /*member*/) const { return false; }

  bool operator()(bool value, bool /*member*/) const { return asks_equality(value); }

  bool operator()(double value, bool /*member*/) const {
    if (spec(leaf.op).shape != Shape::kOrdered) return asks_equality(value);
    const auto* number = std::get_if<double>(&operand());
    return number != nullptr && compare(leaf.op, value, *number);
  }

  bool operator()(std::string_view value, bool member) const {
    switch (leaf.op) {
      case Op::kContains: return member ? same(operand(), value) : has_part(leaf.op, value, text());
      case Op::kStartsWith:
      case Op::kEndsWith: return has_part(leaf.op, value, text());
      case Op::kMatches:
        return RE2::PartialMatch(re2::StringPiece(value.data(), value.size()), *leaf.pattern);
      case Op::kWithinPath: return leaf.path->holds(value);
      case Op::kCidr: return leaf.network->holds(value);
      case Op::kGreaterThan:
      case Op::kGreaterThanOrEqual:
      case Op::kLessThan:
      case Op::kLessThanOrEqual: return compare_rank(value);
      default: return asks_equality(value);
    }
  }

  template <typename T>
  [[nodiscard]] bool asks_equality(T value) const {
    const auto is_it = [&](const Scalar& operand) { return same(operand, value); };
    switch (leaf.op) {
      case Op::kEquals:
      case Op::kContains: return is_it(operand());
      case Op::kNotEquals: return !is_it(operand());
      case Op::kIn:
      case Op::kIntersects: return std::ranges::any_of(leaf.operands, is_it);
      default: return false;
    }
  }

  [[nodiscard]] bool compare_rank(std::string_view value) const {
    const auto& fact = spec(leaf.fact.id);
    const int rank = rank_of(fact, value);
    return rank >= 0 && compare(leaf.op, rank, rank_of(fact, text()));
  }
};

std::string operand_text(const Scalar& operand) {
  return std::visit([](const auto& value) { return fmt::format("{}", value); }, operand);
}

}  // namespace

int rank_of(const FactSpec& fact, std::string_view word) {
  const auto it = std::ranges::find(fact.words, word);
  return it == fact.words.end() ? -1 : static_cast<int>(it - fact.words.begin());
}

std::optional<std::vector<std::string_view>> words_asked(const Leaf& leaf) {
  const auto& fact = spec(leaf.fact.id);
  if (leaf.every || (fact.type != Type::kText && fact.type != Type::kSet)) return std::nullopt;
  std::vector<std::string_view> words;
  if (spec(leaf.op).shape == Shape::kOrdered) {
    const auto holds = [&](std::string_view word) { return Ask{leaf}(word, false); };
    std::ranges::copy_if(fact.words, std::back_inserter(words), holds);
    return words;
  }
  const bool is_member = leaf.op == Op::kContains && fact.type == Type::kSet;
  if (leaf.op != Op::kEquals && leaf.op != Op::kIn && leaf.op != Op::kIntersects && !is_member) {
    return std::nullopt;
  }
  for (const auto& operand : leaf.operands) words.push_back(std::get<std::string>(operand));
  return words;
}

bool holds_of_text(const Leaf& leaf, std::string_view text) {
  return leaf.op != Op::kExists && Ask{leaf}(text, spec(leaf.fact.id).type == Type::kSet);
}

bool some_word_holds(const Leaf& leaf) {
  const auto& fact = spec(leaf.fact.id);
  const auto shape = spec(leaf.op).shape;
  const bool is_part = leaf.op == Op::kContains && fact.type == Type::kText;
  const bool looks_into = shape == Shape::kText || shape == Shape::kPattern ||
                          shape == Shape::kPath || shape == Shape::kNetwork;
  return !(is_part || looks_into) || std::ranges::any_of(fact.words, [&](std::string_view word) {
    return Ask{leaf}(word, false);
  });
}

bool Leaf::holds(const Facts& facts) const {
  if (op == Op::kExists) return facts.has(fact) == *std::get_if<bool>(&operands.front());
  if (!every) return facts.any_of(fact, Ask{*this});
  bool some = false;
  const bool other = facts.any_of(fact, [&](auto value, bool member) {
    some = true;
    return !Ask{*this}(value, member);
  });
  return some && !other;
}

bool Condition::holds(const Facts& facts) const {
  const auto part_holds = [&](const Condition& part) { return part.holds(facts); };
  switch (kind) {
    case Kind::kLeaf: return leaf.holds(facts);
    case Kind::kAll: return std::ranges::all_of(parts, part_holds);
    case Kind::kAny: return std::ranges::any_of(parts, part_holds);
    case Kind::kNot: break;
  }
  return !part_holds(parts.front());
}

std::string to_string(const Leaf& leaf) {
  std::string operands;
  for (const auto& operand : leaf.operands) {
    if (!operands.empty()) operands += ", ";
    operands += operand_text(operand);
  }
  return fmt::format("{}{} {} {}", leaf.every ? "every " : "", to_string(leaf.fact),
                     spec(leaf.op).name, operands);
}

std::shared_ptr<const re2::RE2> compile_pattern(const std::string& text, std::string& why) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_never_capture(true);
  options.set_max_mem(kPatternMemory);
  auto pattern = std::make_shared<const RE2>(text, options);
  if (pattern->ok()) return pattern;
  why = pattern->error();
  return nullptr;
}

}  // namespace touchstone::policy
