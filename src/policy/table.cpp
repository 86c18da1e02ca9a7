#include "policy/table.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.hpp"
#include "json/position.hpp"
#include "json/string.hpp"
#include "policy/reader.hpp"

namespace touchstone::policy {
namespace {

using tree::Node;

constexpr std::array<std::string_view, 3> kTableKeys{"policy", "facts", "tests"};
constexpr std::array<std::string_view, 6> kTestKeys{"name",   "phase", "facts",
                                                    "effect", "rules", "shadow"};

class TableReader {
 public:
  void read(const Node& root, Table& table) {
    if (!expect(root, Node::Kind::kMap) || !known_keys(root, kTableKeys)) return;
    if (const auto* policy = root.find("policy")) table.policy = policy->text;
    shared_ = root.find("facts");
    const auto* tests = root.find("tests");
    if (tests == nullptr) {
      problem(root.offset, "there are no tests", "add a list `tests:`");
    } else if (expect(*tests, Node::Kind::kList)) {
      read_tests(*tests, table);
    }
  }

  [[nodiscard]] std::vector<tree::Note> take() { return std::move(problems_); }

 private:
  void read_tests(const Node& list, Table& table) {
    if (list.children.size() > kMaxTests) {
      problem(list.offset, fmt::format("more than {} tests", kMaxTests));
      return;
    }
    for (const auto& entry : list.children) {
      const auto* name = entry.find("name");
      place_ = name == nullptr ? "test" : fmt::format("test {}", json::quoted(name->text));
      if (expect(entry, Node::Kind::kMap) && known_keys(entry, kTestKeys)) {
        read_test(entry, table.tests.emplace_back());
      }
    }
  }

  void read_test(const Node& entry, TableTest& test) {
    if (const auto* name = entry.find("name")) test.name = name->text;
    if (shared_ != nullptr) add_facts(*shared_, test);
    if (const auto* facts = entry.find("facts")) add_facts(*facts, test);
    test.phase = word(entry, "phase", std::span(kPhases)).value_or(Phase::kRequest);
    if (entry.find("effect") == nullptr) problem(entry.offset, "has no effect", "add `effect:`");
    test.effect = word(entry, "effect", std::span(kEffects)).value_or(Effect::kAllow);
    test.rules = names(entry.find("rules"));
    test.shadow = names(entry.find("shadow"));
  }

  void add_facts(const Node& facts, TableTest& test) {
    for (auto& note : read_facts(facts, test.known)) {
      note.key = place_;
      problems_.push_back(std::move(note));
    }
  }

  template <typename Enum, std::size_t N>
  std::optional<Enum> word(const Node& entry, std::string_view key,
                           std::span<const Named<Enum>, N> words) {
    const auto* node = entry.find(key);
    if (node == nullptr) return std::nullopt;
    std::vector<std::string> all;
    for (const auto& known : words) {
      if (node->is_scalar() && known.name == node->text) return known.value;
      all.emplace_back(known.name);
    }
    problem(node->offset, expected_found(base::list_in_words(all, "or"), *node));
    return std::nullopt;
  }

  std::optional<std::vector<std::string>> names(const Node* node) {
    if (node == nullptr || !expect(*node, Node::Kind::kList)) return std::nullopt;
    std::vector<std::string> out;
    for (const auto& child : node->children) {
      if (!child.is_scalar()) problem(child.offset, expected_found("the name of a rule", child));
      out.push_back(child.text);
    }
    return out;
  }

  bool known_keys(const Node& map, std::span<const std::string_view> keys) {
    const auto unknown = std::ranges::find_if(map.children, [&](const Node& child) {
      return std::ranges::find(keys, child.key) == keys.end();
    });
    if (unknown == map.children.end()) return true;
    problem(unknown->key_offset, fmt::format("there is no key {}", json::quoted(unknown->key)),
            suggestion(unknown->key, keys));
    return false;
  }

  bool expect(const Node& node, Node::Kind kind) {
    if (node.kind == kind) return true;
    problem(node.offset, expected_found(with_article(kind), node));
    return false;
  }

  void problem(std::size_t offset, std::string what, std::string remedy = {}) {
    problems_.push_back({offset, place_, std::move(what), std::move(remedy)});
  }

  const Node* shared_ = nullptr;
  std::string place_;
  std::vector<tree::Note> problems_;
};

std::vector<std::string> names_of_rules(const std::vector<const Rule*>& rules) {
  std::vector<std::string> names;
  for (const auto* rule : rules) names.push_back(rule->name);
  return names;
}

std::string in_words(const std::vector<std::string>& names) {
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

// A rule that was renamed, or that another mode or pack has.
std::string unknown_rule(const Policy& policy, std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& rule : policy.rules()) names.push_back(rule.name);
  if (std::ranges::find(names, name) != names.end()) return "";
  const auto meant = base::closest(name, names);
  return fmt::format("the policy has no rule {}{}", json::quoted(name),
                     meant.empty() ? "" : fmt::format("; did you mean {}?", meant));
}

void look_for_rules(const Policy& policy, const std::optional<std::vector<std::string>>& expected,
                    std::vector<std::string>& out) {
  if (!expected) return;
  for (const auto& name : *expected) {
    if (auto unknown = unknown_rule(policy, name); !unknown.empty())
      out.push_back(std::move(unknown));
  }
}

void compare_rules(std::string_view kind, std::optional<std::vector<std::string>> expected,
                   const std::vector<const Rule*>& fired, std::vector<std::string>& out) {
  if (!expected) return;
  auto found = names_of_rules(fired);
  std::ranges::sort(found);
  std::ranges::sort(*expected);
  if (found == *expected) return;
  out.push_back(
      fmt::format("expected {} {}, found {}", kind, in_words(*expected), in_words(found)));
}

}  // namespace

Table read_table(std::string_view text, std::string_view source) {
  Table table;
  const auto root = tree::read_tree(text, source, kFileLimits);
  if (!root) {
    table.problems = tree::tell({note_of(root.error(), text)}, text, source);
    return table;
  }
  TableReader reader;
  reader.read(*root, table);
  table.problems = tree::tell(reader.take(), text, source);
  if (!table.good()) return table;
  json::Position at;
  for (std::size_t i = 0; i < table.tests.size(); ++i) {
    at = json::advance(text, at, root->find("tests")->children[i].offset);
    table.tests[i].where = fmt::format("{}:{}", source, at.line);
  }
  return table;
}

std::vector<std::string> failures(const Policy& policy, const TableTest& test) {
  const auto decision = decide(policy, test.phase, test.known.facts);
  std::vector<std::string> out;
  if (decision.effect != test.effect) {
    out.push_back(fmt::format("expected {}, found {} ({})", name_of(test.effect),
                              name_of(decision.effect), in_words(names_of_rules(decision.fired))));
  }
  look_for_rules(policy, test.rules, out);
  look_for_rules(policy, test.shadow, out);
  compare_rules("rules", test.rules, decision.fired, out);
  compare_rules("shadow rules", test.shadow, decision.shadow, out);
  return out;
}

}  // namespace touchstone::policy
