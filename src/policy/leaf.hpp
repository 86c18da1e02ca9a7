// Leaf: one question about one fact, typed and ready to be asked. Condition: leaves and how they
// are joined.
//
// A set compared with a value holds if any member does. An absent fact equals nothing, and is not
// different from anything either: only `exists: false` sees it.
//
// What a call brings may be read in more than one way: "22" as a number, %2Fetc as a path, 0x7f.1
// as an address. Where the readings differ the answer is a doubt, and the leaf takes the side on
// which its rule fires, since a rule that fires only ever restricts: it holds, but under `not` and
// `unless` it does not. Values; immutable once read.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "policy/answer.hpp"
#include "policy/facts.hpp"
#include "policy/operator.hpp"
#include "policy/place.hpp"

namespace re2 {
class RE2;
}

namespace touchstone::policy {

// What a fact is compared with. For an ordered fact `rank` is the word's place.
using Scalar = std::variant<bool, Number, std::string>;

struct Leaf {
  FactRef fact;
  Op op = Op::kEquals;
  std::vector<Scalar> operands;  // one, except behind `in` and `intersects`
  std::shared_ptr<const re2::RE2> pattern;
  std::optional<Path> path;
  std::optional<Network> network;
  bool every = false;       // all members of a set must hold, and there must be one
  bool doubt_holds = true;  // false under `not`; settle_doubt() sets it
  std::size_t offset = 0;   // where it stands in the file

  [[nodiscard]] bool holds(const Facts& facts) const;
  // The same if the fact has this value. Not for `exists`, which no value answers.
  [[nodiscard]] bool holds_of(const Value& value) const;
  // One of the values was in doubt.
  [[nodiscard]] bool doubts(const Facts& facts) const;

  // Where it stands is no part of what it asks.
  friend bool operator==(const Leaf& a, const Leaf& b) {
    return a.fact == b.fact && a.op == b.op && a.operands == b.operands && a.every == b.every;
  }
};

// "tool.tier equals destructive", "tool.risk in high, critical".
[[nodiscard]] std::string to_string(const Leaf& leaf);
// For greaterThan and its like.
[[nodiscard]] inline bool compare(Op op, double value, double operand) {
  switch (op) {
    case Op::kGreaterThan: return value > operand;
    case Op::kGreaterThanOrEqual: return value >= operand;
    case Op::kLessThan: return value < operand;
    default: return value <= operand;
  }
}
// For startsWith, endsWith and contains of a text.
[[nodiscard]] inline bool has_part(Op op, std::string_view text, std::string_view part) {
  switch (op) {
    case Op::kStartsWith: return text.starts_with(part);
    case Op::kEndsWith: return text.ends_with(part);
    default: return text.find(part) != std::string_view::npos;
  }
}
// The words that the leaf asks for, if it is no more than that (equals, in, contains of a set, or a
// comparison with a word of an ordered fact): it holds if the fact has one of them.
[[nodiscard]] std::optional<std::vector<std::string_view>> words_asked(const Leaf& leaf);
// It holds of a fact that is this text, or, of a set, that has it as a member.
[[nodiscard]] bool holds_of_text(const Leaf& leaf, std::string_view text);
// Of a leaf that looks into texts (startsWith, matches, contains of a text …): one of the fact's
// words is such. True of other leaves.
[[nodiscard]] bool some_word_holds(const Leaf& leaf);
// The pattern ready to be searched for; null, and why in `why`, if RE2 does not take it.
[[nodiscard]] std::shared_ptr<const re2::RE2> compile_pattern(const std::string& text,
                                                              std::string& why);
// A number or a flag of a call may be taken for this text of the leaf.
[[nodiscard]] bool reads_otherwise(const Leaf& leaf, std::string_view operand);
// Its place among the words of an ordered fact; -1 if it is none of them.
[[nodiscard]] int rank_of(const FactSpec& fact, std::string_view word);

struct Condition {
  enum class Kind : std::uint8_t { kLeaf, kAll, kAny, kNot };

  Kind kind = Kind::kAll;
  Leaf leaf;                     // of kLeaf
  std::vector<Condition> parts;  // of the others; kAll of none always holds
  bool exception = false;        // of kNot: it was written as `unless`

  // By walking the tree: what the compiled form (program.hpp) must agree with.
  [[nodiscard]] bool holds(const Facts& facts) const;

  friend bool operator==(const Condition&, const Condition&) = default;
};

// Tells each leaf on which side a doubt counts. Once a rule's condition is whole.
void settle_doubt(Condition& condition, bool holds = true);

}  // namespace touchstone::policy
