#include "policy/program.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <ranges>
#include <variant>

#include "policy/word_hash.hpp"

namespace touchstone::policy {
namespace {

// A fact and a value. A word is a rule's own, or one of the table of facts.
struct Beginning {
  std::string_view text;
  friend auto operator<=>(const Beginning&, const Beginning&) = default;
};
struct Ending {
  std::string_view text;
  friend auto operator<=>(const Ending&, const Ending&) = default;
};
using KeyValue = std::variant<bool, std::string_view, Beginning, Ending>;
struct Key {
  FactId fact = 0;
  KeyValue value;
};

// The rule cannot fire unless one of these keys holds; `worth` tells how few calls have them.
struct Access {
  int worth = 0;
  std::vector<Key> keys;
};

constexpr std::size_t kMaxKeys = 256;  // of one rule; with more it is asked always

int worth_of(FactId fact) {
  static const FactId kToolName = fact_id("tool.name");
  static const FactId kServerName = fact_id("server.name");
  if (fact == kToolName) return 100;
  if (fact == kServerName) return 90;
  if (spec(fact).type == Type::kFlag) return 20;
  return spec(fact).words.empty() ? 80 : 40;
}

bool can_be_key(const FactSpec& fact) {
  return fact.type == Type::kFlag || fact.type == Type::kText || fact.type == Type::kSet;
}

bool is_about_part(Op op) {
  return op == Op::kStartsWith || op == Op::kEndsWith || op == Op::kContains;
}

std::optional<Access> access_of(const Leaf& leaf) {
  if (!leaf.fact.member.empty() || !can_be_key(spec(leaf.fact.id))) return {};
  Access access{.worth = worth_of(leaf.fact.id), .keys = {}};
  if (leaf.op == Op::kEquals && std::holds_alternative<bool>(leaf.operands.front())) {
    access.keys.push_back({leaf.fact.id, std::get<bool>(leaf.operands.front())});
    return access;
  }
  if ((leaf.op == Op::kStartsWith || leaf.op == Op::kEndsWith) && !leaf.every) {
    const std::string_view text = std::get<std::string>(leaf.operands.front());
    access.worth -= 5;
    access.keys.push_back({leaf.fact.id, leaf.op == Op::kStartsWith ? KeyValue(Beginning{text})
                                                                    : KeyValue(Ending{text})});
    return access;
  }
  const auto words = words_asked(leaf);
  if (!words || words->size() > kMaxKeys) return {};
  for (const auto word : *words) access.keys.push_back({leaf.fact.id, word});
  return access;
}

std::optional<Access> access_of(const Condition& condition);

std::optional<Access> best_part(const std::vector<Condition>& parts) {
  std::optional<Access> best;
  for (const auto& part : parts) {
    auto access = access_of(part);
    if (access && (!best || access->worth > best->worth)) best = std::move(access);
  }
  return best;
}

std::optional<Access> all_parts(const std::vector<Condition>& parts) {
  Access joined{.worth = 100, .keys = {}};
  for (const auto& part : parts) {
    const auto access = access_of(part);
    if (!access) return {};
    joined.worth = std::min(joined.worth, access->worth);
    joined.keys.insert(joined.keys.end(), access->keys.begin(), access->keys.end());
    if (joined.keys.size() > kMaxKeys) return {};
  }
  return joined;
}

std::optional<Access> access_of(const Condition& condition) {
  switch (condition.kind) {
    case Condition::Kind::kLeaf: return access_of(condition.leaf);
    case Condition::Kind::kAll: return best_part(condition.parts);
    case Condition::Kind::kAny: return all_parts(condition.parts);
    case Condition::Kind::kNot: break;
  }
  return {};
}

}  // namespace

class Compiler {
 public:
  explicit Compiler(Program& program) : program_(program) {}

  void add(const Rule& rule, std::uint32_t number) {
    const Program::Entry entry{number, compile(rule.condition, Program::kHolds, Program::kFails)};
    const auto access = access_of(rule.condition);
    if (!access) {
      program_.always_.push_back(entry);
      return;
    }
    for (const auto& key : access->keys) {
      auto& filed = filed_[key.fact][key.value];
      if (filed.empty() || filed.back().rule != number) filed.push_back(entry);
    }
  }

  void finish() {
    for (auto& [fact, values] : filed_) program_.indexes_.push_back(index_of(fact, values));
  }

 private:
  using Filed = std::map<KeyValue, std::vector<Program::Entry>>;

  // Code that ends at `yes` if the condition holds and at `no` if not; parts are laid down from the
  // last to the first, so that each knows where the next begins. Returns where to start.
  std::uint32_t compile(const Condition& condition, std::uint32_t yes, std::uint32_t no) {
    switch (condition.kind) {
      case Condition::Kind::kLeaf: return step(condition.leaf, yes, no);
      case Condition::Kind::kNot: return compile(condition.parts.front(), no, yes);
      case Condition::Kind::kAll:
      case Condition::Kind::kAny: break;
    }
    const bool all = condition.kind == Condition::Kind::kAll;
    auto next = all ? yes : no;
    for (const auto& part : std::views::reverse(condition.parts)) {
      next = all ? compile(part, next, no) : compile(part, yes, next);
    }
    return next;
  }

  std::uint32_t step(const Leaf& leaf, std::uint32_t yes, std::uint32_t no) {
    auto& step = program_.steps_.emplace_back();
    step.yes = yes;
    step.no = no;
    step.fact = leaf.fact.id;
    step.op = leaf.op;
    step.leaf = &leaf;
    if (leaf.fact.member.empty()) specialise(step, leaf);
    return static_cast<std::uint32_t>(program_.steps_.size() - 1);
  }

  void specialise(Program::Step& step, const Leaf& leaf) {
    using Kind = Program::Step::Kind;
    const bool* flag = std::get_if<bool>(&leaf.operands.front());
    const double* number = std::get_if<double>(&leaf.operands.front());
    if (flag != nullptr && leaf.op == Op::kEquals) {
      step.kind = Kind::kFlag;
      step.flag = *flag;
    } else if (number != nullptr && spec(leaf.op).shape == Shape::kOrdered) {
      step.kind = Kind::kNumber;
      step.number = *number;
    } else if (spec(leaf.fact.id).type == Type::kText && is_about_part(leaf.op)) {
      step.kind = Kind::kPart;
      step.words =
          &program_.words_.emplace_back(1, std::get<std::string>(leaf.operands.front()))[0];
    } else if (auto words = words_asked(leaf)) {
      const auto& kept = program_.words_.emplace_back(std::move(*words));
      step.kind = Kind::kWords;
      step.words = kept.data();
      step.count = static_cast<std::uint32_t>(kept.size());
    }
  }

  static Program::Index index_of(FactId fact, Filed& values) {
    Program::Index index;
    index.fact = fact;
    index.words = Program::WordTable(values.size());
    index.beginnings.table = index.endings.table = Program::WordTable(values.size());
    for (auto& [value, entries] : values) {
      if (const bool* flag = std::get_if<bool>(&value)) {
        index.flags[*flag ? 1 : 0] = std::move(entries);
        continue;
      }
      index.all.insert(index.all.end(), entries.begin(), entries.end());
      if (const auto* word = std::get_if<std::string_view>(&value)) {
        index.words.insert(*word, std::move(entries));
      } else if (const auto* beginning = std::get_if<Beginning>(&value)) {
        insert(index.beginnings, beginning->text, std::move(entries));
      } else if (const auto* ending = std::get_if<Ending>(&value)) {
        insert(index.endings, ending->text, std::move(entries));
      }
    }
    return index;
  }

  static void insert(Program::Edges& edges, std::string_view text,
                     std::vector<Program::Entry> entries) {
    edges.table.insert(text, std::move(entries));
    const auto at = std::ranges::lower_bound(edges.lengths, text.size());
    if (at == edges.lengths.end() || *at != text.size()) edges.lengths.insert(at, text.size());
  }

  Program& program_;
  std::map<FactId, Filed> filed_;
};

Program::Program(std::span<const Rule> rules, Phase phase) {
  Compiler compiler(*this);
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (rules[i].phase == phase) compiler.add(rules[i], static_cast<std::uint32_t>(i));
  }
  compiler.finish();
}

Program::WordTable::WordTable(std::size_t words) : places(std::bit_ceil(2 * words + 1)) {}

void Program::WordTable::insert(std::string_view word, std::vector<Entry> entries) {
  const auto hash = word_hash(word);
  const auto mask = places.size() - 1;
  auto at = hash & mask;
  while (!places[at].entries.empty()) at = (at + 1) & mask;
  places[at] = {.word = std::string(word), .hash = hash, .entries = std::move(entries)};
}

std::span<const Program::Entry> Program::WordTable::find(std::string_view word) const {
  const auto hash = word_hash(word);
  const auto mask = places.size() - 1;
  for (auto at = hash & mask; !places[at].entries.empty(); at = (at + 1) & mask) {
    if (places[at].hash == hash && places[at].word == word) return places[at].entries;
  }
  return {};
}

}  // namespace touchstone::policy
