// Reader: from the tree of a policy file to its rules. Notes every problem and goes on, so that a
// person sees them all at once. Internal to src/policy.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "policy/policy.hpp"
#include "tree/node.hpp"
#include "tree/notes.hpp"

namespace touchstone::policy {

class Reader {
 public:
  [[nodiscard]] std::vector<Rule> read(const tree::Node& root);
  [[nodiscard]] std::vector<tree::Note> take_problems() { return std::move(problems_); }

 private:
  // reader.cpp
  void read_rules(const tree::Node& list, std::vector<Rule>& rules);
  void read_rule(const tree::Node& entry, Rule& rule);
  void read_key(const tree::Node& child, Rule& rule);
  void read_name(const tree::Node& node, Rule& rule);
  void read_conditions(const tree::Node& entry, Rule& rule);
  void read_notify(const tree::Node& node, Modifiers& into);
  void read_limit(const tree::Node& node, Modifiers& into);
  void read_extends(const tree::Node& node, std::vector<Rule>& rules);
  void settle_phase(const tree::Node& entry, Rule& rule);
  void settle_names(std::vector<Rule>& rules, std::size_t inherited);
  void note_replaced(std::vector<Rule>& rules, std::size_t inherited) const;
  std::optional<std::chrono::milliseconds> read_duration(const tree::Node& node);
  template <typename Enum>
  std::optional<Enum> read_word(const tree::Node& node, std::span<const Named<Enum>> words);
  bool expect(const tree::Node& node, tree::Node::Kind kind);

  // condition_reader.cpp
  std::optional<Condition> read_condition(const tree::Node& node);
  std::optional<Condition> read_body(const tree::Node& map);
  std::optional<Condition> read_parts(const tree::Node& list, Condition::Kind kind);
  std::optional<Condition> read_question(const tree::Node& map);
  Condition exception(Condition unless);
  std::optional<FactRef> read_fact(const tree::Node& node);
  std::optional<Leaf> read_leaf(const tree::Node& child, const FactRef& fact);
  bool read_operands(const tree::Node& node, const OpSpec& op, Leaf& leaf);
  bool read_special(const tree::Node& node, const OpSpec& op, Leaf& leaf);
  std::optional<Scalar> read_scalar(const tree::Node& node, const FactSpec& fact, bool any_word);

  std::nullopt_t problem(std::size_t offset, std::string what, std::string remedy = {}) {
    problems_.push_back({offset, place_, std::move(what), std::move(remedy)});
    return std::nullopt;
  }

  std::vector<tree::Note> problems_;
  std::string place_;  // "rule block-secrets", for messages
  Mode mode_ = Mode::kEnforce;
  bool phase_stated_ = false;
  bool uses_response_ = false;
  std::size_t leaves_ = 0;
  std::size_t patterns_ = 0;
};

// "expected a number, found \"ten\"".
[[nodiscard]] std::string expected_found(std::string_view expected, const tree::Node& found);
// The same taken apart, what was found without quotation marks; empty if the text says no such
// thing.
struct ExpectedFound {
  std::string expected;
  std::string found;
};
[[nodiscard]] ExpectedFound expected_and_found(std::string_view what);
// What makes a file neither YAML nor JSON, with what to do about it.
[[nodiscard]] tree::Note note_of(const tree::Fault& fault, std::string_view text);
// "did you mean equals?", or all of them.
[[nodiscard]] std::string suggestion(std::string_view word,
                                     std::span<const std::string_view> candidates);

}  // namespace touchstone::policy
