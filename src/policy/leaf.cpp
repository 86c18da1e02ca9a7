#include "policy/leaf.hpp"

#include <algorithm>
#include <compare>

#include <fmt/format.h>
#include <re2/re2.h>

namespace touchstone::policy {
namespace {

// One automaton's memory. Patterns of rules are short; a larger one is refused when it is loaded.
constexpr std::int64_t kPatternMemory = 256 << 10;

std::string spelled(const Scalar& operand) {
  if (const auto* flag = std::get_if<bool>(&operand)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<Number>(&operand)) return number->text;
  return std::get<std::string>(operand);
}

Answer same_flag(std::string_view text, bool flag) {
  return at_most_maybe(answer(reads_as_flag(text) == flag));
}
Answer same_number(std::string_view text, std::string_view digits) {
  const auto [reading, numeral] = reads_as_number(text);
  const bool is_same =
      reading == NumberReading::kPlain && std::is_eq(compare_digits(numeral.text, digits));
  return at_most_maybe(answer(is_same));
}

// Whether a value is what a rule names. Of facts that a call brings (`loose`) one type may stand
// for another, as it does for servers.
struct Same {
  const Scalar& operand;
  bool loose;

  [[nodiscard]] Answer operator()(bool value) const {
    if (const auto* flag = std::get_if<bool>(&operand)) return answer(*flag == value);
    if (!loose) return Answer::kNo;
    if (const auto* number = std::get_if<Number>(&operand)) return same_flag(number->text, value);
    return same_flag(std::get<std::string>(operand), value);
  }
  [[nodiscard]] Answer operator()(double value) const {
    const auto* number = std::get_if<Number>(&operand);
    return answer(number != nullptr && number->near == value);
  }
  [[nodiscard]] Answer operator()(Numeral value) const {
    if (const auto* number = std::get_if<Number>(&operand))
      return answer(std::is_eq(compare(value, *number)));
    if (const auto* flag = std::get_if<bool>(&operand)) return same_flag(value.text, *flag);
    return same_number(std::get<std::string>(operand), value.text);
  }
  [[nodiscard]] Answer operator()(std::string_view value) const {
    if (const auto* text = std::get_if<std::string>(&operand)) return answer(*text == value);
    if (!loose) return Answer::kNo;
    if (const auto* number = std::get_if<Number>(&operand)) return same_number(value, number->text);
    return same_flag(value, std::get<bool>(operand));
  }
};

bool ordered_so(Op op, std::strong_ordering order) {
  switch (op) {
    case Op::kGreaterThan: return std::is_gt(order);
    case Op::kGreaterThanOrEqual: return std::is_gteq(order);
    case Op::kLessThan: return std::is_lt(order);
    default: return std::is_lteq(order);
  }
}

// Asks one value, which is a member of a set or stands alone.
struct Ask {
  const Leaf& leaf;

  [[nodiscard]] const Scalar& operand() const { return leaf.operands.front(); }
  [[nodiscard]] std::string_view text() const {
    const auto* text = std::get_if<std::string>(&operand());
    return text == nullptr ? std::string_view() : std::string_view(*text);
  }
  [[nodiscard]] bool is_loose() const { return spec(leaf.fact.id).type == Type::kAny; }
  [[nodiscard]] bool is_ordered() const { return spec(leaf.op).shape == Shape::kOrdered; }

  Answer operator()(std::monostate /*object*/, bool /*member*/) const { return Answer::kNo; }

  Answer operator()(bool value, bool /*member*/) const { return asks_equality(value); }

  Answer operator()(double value, bool /*member*/) const {
    if (!is_ordered()) return asks_equality(value);
    const auto* number = std::get_if<Number>(&operand());
    return answer(number != nullptr && compare(leaf.op, value, number->near));
  }

  // A server that wants a text takes a number as it is written.
  Answer operator()(Numeral value, bool member) const {
    if (is_ordered()) return compare_number(value);
    const bool is_value =
        spec(leaf.op).shape == Shape::kSame || leaf.op == Op::kIn || leaf.op == Op::kIntersects;
    const bool is_part = leaf.op == Op::kContains && !member;
    if (is_value && !is_part) return asks_equality(value);
    return at_most_maybe((*this)(value.text, member));
  }

  Answer operator()(std::string_view value, bool member) const {
    switch (leaf.op) {
      case Op::kContains: return member ? asks_equality(value) : asks_part(value);
      case Op::kStartsWith:
      case Op::kEndsWith: return answer(has_part(leaf.op, value, text()));
      case Op::kMatches:
        return answer(
            RE2::PartialMatch(re2::StringPiece(value.data(), value.size()), *leaf.pattern));
      case Op::kWithinPath: return leaf.path->asks(value);
      case Op::kCidr: return leaf.network->asks(value);
      case Op::kGreaterThan:
      case Op::kGreaterThanOrEqual:
      case Op::kLessThan:
      case Op::kLessThanOrEqual: return is_loose() ? compare_text(value) : compare_rank(value);
      default: return asks_equality(value);
    }
  }

  template <typename T>
  [[nodiscard]] Answer asks_equality(T value) const {
    const auto is_it = [&](const Scalar& one) { return Same{one, is_loose()}(value); };
    switch (leaf.op) {
      case Op::kEquals:
      case Op::kContains: return is_it(operand());
      case Op::kNotEquals: return opposite(is_it(operand()));
      case Op::kIn:
      case Op::kIntersects: break;
      default: return Answer::kNo;
    }
    auto best = Answer::kNo;
    for (const auto& one : leaf.operands) best = std::max(best, is_it(one));
    return best;
  }

  [[nodiscard]] Answer asks_part(std::string_view value) const {
    if (std::holds_alternative<std::string>(operand()))
      return answer(has_part(leaf.op, value, text()));
    return answer(has_part(leaf.op, value, spelled(operand())));
  }

  [[nodiscard]] Answer compare_number(Numeral value) const {
    const auto* number = std::get_if<Number>(&operand());
    return answer(number != nullptr && ordered_so(leaf.op, compare(value, *number)));
  }

  [[nodiscard]] Answer compare_text(std::string_view value) const {
    const auto [reading, numeral] = reads_as_number(value);
    switch (reading) {
      case NumberReading::kNone: return Answer::kNo;
      case NumberReading::kSome: return Answer::kMaybe;
      case NumberReading::kPlain: break;
    }
    return compare_number(numeral);
  }

  [[nodiscard]] Answer compare_rank(std::string_view value) const {
    const auto& fact = spec(leaf.fact.id);
    const int rank = rank_of(fact, value);
    return answer(rank >= 0 && compare(leaf.op, rank, rank_of(fact, text())));
  }
};

// The same, with doubt counted as the leaf wants it.
struct AskLeaf {
  const Leaf& leaf;

  template <typename T>
  bool operator()(T value, bool member) const {
    const auto one = Ask{leaf}(value, member);
    return one == Answer::kYes || (one == Answer::kMaybe && leaf.doubt_holds);
  }
};

// `any_of` calls what it is given with each value, until that returns true.
template <typename AnyOf>
bool holds_among(const Leaf& leaf, const AnyOf& any_of) {
  if (!leaf.every) return any_of(AskLeaf{leaf});
  bool some = false;
  const bool other = any_of([&](auto value, bool member) {
    some = true;
    return !AskLeaf{leaf}(value, member);
  });
  return some && !other;
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
    const auto holds = [&](std::string_view word) { return AskLeaf{leaf}(word, false); };
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
  return leaf.op != Op::kExists && AskLeaf{leaf}(text, spec(leaf.fact.id).type == Type::kSet);
}

bool some_word_holds(const Leaf& leaf) {
  const auto& fact = spec(leaf.fact.id);
  const auto shape = spec(leaf.op).shape;
  const bool is_part = leaf.op == Op::kContains && fact.type == Type::kText;
  const bool looks_into = shape == Shape::kText || shape == Shape::kPattern ||
                          shape == Shape::kPath || shape == Shape::kNetwork;
  return !(is_part || looks_into) || std::ranges::any_of(fact.words, [&](std::string_view word) {
    return AskLeaf{leaf}(word, false);
  });
}

bool Leaf::holds(const Facts& facts) const {
  if (op == Op::kExists) return facts.has(fact) == *std::get_if<bool>(&operands.front());
  return holds_among(*this, [&](const auto& take) { return facts.any_of(fact, take); });
}

bool Leaf::holds_of(const Value& value) const {
  return holds_among(*this, [&](const auto& take) { return any_of_value(value, take); });
}

bool Leaf::doubts(const Facts& facts) const {
  return op != Op::kExists && facts.any_of(fact, [&](auto value, bool member) {
    return Ask{*this}(value, member) == Answer::kMaybe;
  });
}

bool reads_otherwise(const Leaf& leaf, std::string_view operand) {
  return spec(leaf.fact.id).type == Type::kAny &&
         (reads_as_flag(operand) || reads_as_number(operand).reading == NumberReading::kPlain);
}

void settle_doubt(Condition& condition, bool holds) {
  condition.leaf.doubt_holds = holds;
  const bool turned = condition.kind == Condition::Kind::kNot;
  for (auto& part : condition.parts) settle_doubt(part, holds != turned);
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
    operands += spelled(operand);
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
