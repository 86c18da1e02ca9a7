// Access: what a rule can be found by, the keys it is filed under in the index of a program.
// Internal to src/policy.
//
// A key is a fact and something about its value: a flag, a word, what a text begins or ends with,
// a part of it, on which side of a number it lies, or a network that it is an address of. A rule
// cannot fire unless one of its keys holds. Keys point into the rules.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "policy/rule.hpp"

namespace touchstone::policy {

struct Beginning {
  std::string_view text;
  friend auto operator<=>(const Beginning&, const Beginning&) = default;
};
struct Ending {
  std::string_view text;
  friend auto operator<=>(const Ending&, const Ending&) = default;
};
// `exact`: of a text that has it nothing more is asked by the leaf. Of a list that is not said.
struct Part {
  std::string text;
  bool exact = false;
};
// A number that is this or more (`above`), or this or less: `near` is the nearest double.
struct Bound {
  double near = 0;
  bool above = true;
};
using KeyValue = std::variant<bool, std::string_view, Beginning, Ending>;
struct Key {
  const Leaf* leaf = nullptr;
  std::variant<KeyValue, Part, Bound, const Network*> value;
};

// `worth` tells how few calls have one of the keys, `crowd` how many leaves ask for the value that
// most ask for: so many rules may come up with this one.
struct Access {
  int worth = 0;
  std::size_t crowd = 0;
  std::vector<Key> keys;
};

inline constexpr std::size_t kMaxKeys = 256;  // of one rule; with more it is asked always
inline constexpr std::size_t kFewParts = 4;   // to look for so few at once is no gain

// What all rules of a program ask together: whether it pays to look for parts of a fact, which of
// the parts that a leaf needs is the rarest, and which values many ask for.
class Census {
 public:
  Census(std::span<const Rule> rules, Phase phase);

  // The best that there is; none if the rule must be asked always.
  [[nodiscard]] std::optional<Access> access_of(const Condition& condition) const;

 private:
  void count(const Condition& condition);
  void count(const Leaf& leaf);
  [[nodiscard]] std::size_t crowd_of(const Access& access) const;
  [[nodiscard]] bool pays(const FactRef& fact) const;
  [[nodiscard]] const std::string& rarest(const std::vector<std::string>& parts) const;
  [[nodiscard]] std::optional<Access> access_of(const Leaf& leaf) const;
  [[nodiscard]] std::optional<Access> access_by_part(const Leaf& leaf) const;
  [[nodiscard]] std::optional<Access> best_of(const std::vector<Condition>& parts) const;
  [[nodiscard]] std::optional<Access> all_of(const std::vector<Condition>& parts) const;

  std::map<std::pair<FactId, KeyValue>, std::size_t> by_value_;
  std::map<std::pair<FactId, std::string>, std::size_t> by_fact_;
  std::unordered_map<std::string, std::size_t> by_part_;
};

// For each way in which the leaf can hold (one; of `in` as many as values) texts that all stand in
// a value for which it does. None if there is a way for which none is known.
[[nodiscard]] std::vector<std::vector<std::string>> parts_needed(const Leaf& leaf);

}  // namespace touchstone::policy
