#include "policy/program.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <ranges>
#include <utility>
#include <variant>

#include "policy/access.hpp"
#include "policy/word_hash.hpp"

namespace touchstone::policy {
namespace {

bool is_about_part(Op op) {
  return op == Op::kStartsWith || op == Op::kEndsWith || op == Op::kContains;
}

}  // namespace

class Compiler {
 public:
  Compiler(Program& program, std::span<const Rule> rules, Phase phase)
      : program_(program), census_(rules, phase) {}

  void add(const Rule& rule, std::uint32_t number) {
    const Program::Entry entry{number, compile(rule.condition, Program::kHolds, Program::kFails)};
    const auto access = census_.access_of(rule.condition);
    if (!access) {
      program_.always_.push_back(entry);
      return;
    }
    for (const auto& key : access->keys) {
      const auto& fact = key.leaf->fact;
      if (const auto* value = std::get_if<KeyValue>(&key.value)) {
        file(filed_[fact.id][*value], entry);
      } else if (const auto* bound = std::get_if<Bound>(&key.value)) {
        auto& index = bounds_[{fact.id, fact.member}];
        (bound->above ? index.above : index.below).push_back({bound->near, entry});
        index.all.push_back(entry);
      } else if (const auto* network = std::get_if<const Network*>(&key.value)) {
        auto& filed = networks_[{fact.id, fact.member}][(*network)->bits()];
        file(filed[(*network)->first()], entry);
      } else {
        auto& filed = parts_[{fact.id, fact.member}];
        file(filed.by_text[std::get<Part>(key.value).text], rule, key, entry);
        if (key.leaf->op == Op::kWithinPath) file(filed.paths, entry);
      }
    }
  }

  void finish() {
    for (auto& [fact, values] : filed_) program_.indexes_.push_back(index_of(fact, values));
    for (auto& [fact, parts] : parts_) {
      program_.part_indexes_.push_back(index_of({fact.first, fact.second}, parts));
    }
    for (auto& [fact, index] : bounds_) {
      index.fact = {fact.first, fact.second};
      std::ranges::sort(index.above, std::less(), &Program::BoundIndex::Filed::bound);
      std::ranges::sort(index.below, std::greater(), &Program::BoundIndex::Filed::bound);
      program_.bound_indexes_.push_back(std::move(index));
    }
    for (auto& [fact, networks] : networks_)
      program_.network_indexes_.push_back(index_of({fact.first, fact.second}, networks));
  }

 private:
  using Entries = std::vector<Program::Entry>;
  using PartEntries = std::vector<Program::PartEntry>;
  using Filed = std::map<KeyValue, Entries>;
  struct FiledParts {
    std::map<std::string, PartEntries> by_text;
    Entries paths;
  };

  using FactKey = std::pair<FactId, std::string>;
  using FiledNetworks = std::map<unsigned, std::map<AddressBytes, Entries>>;

  static void file(Entries& filed, Program::Entry entry) {
    if (filed.empty() || filed.back().rule != entry.rule) filed.push_back(entry);
  }

  void file(PartEntries& filed, const Rule& rule, const Key& key, Program::Entry entry) {
    if (!filed.empty() && filed.back().entry.rule == entry.rule) return;
    const bool ask_again =
        !std::get<Part>(key.value).exact || program_.steps_.size() > Program::kMaxSteps;
    filed.push_back({entry, ask_again ? entry.start : compile_without(*key.leaf, rule)});
  }

  std::uint32_t compile_without(const Leaf& leaf, const Rule& rule) {
    known_ = &leaf;
    const auto start = compile(rule.condition, Program::kHolds, Program::kFails);
    known_ = nullptr;
    return start;
  }

  // Code that ends at `yes` if the condition holds and at `no` if not; parts are laid down from the
  // last to the first, so that each knows where the next begins. Returns where to start.
  std::uint32_t compile(const Condition& condition, std::uint32_t yes, std::uint32_t no) {
    switch (condition.kind) {
      case Condition::Kind::kLeaf:
        return &condition.leaf == known_ ? yes : step(condition.leaf, yes, no);
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
    const Number* number = std::get_if<Number>(&leaf.operands.front());
    if (flag != nullptr && leaf.op == Op::kEquals) {
      step.kind = Kind::kFlag;
      step.flag = *flag;
    } else if (number != nullptr && spec(leaf.op).shape == Shape::kOrdered) {
      step.kind = Kind::kNumber;
      step.number = number->near;
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

  static Program::PartIndex index_of(FactRef fact, FiledParts& parts) {
    Program::PartIndex index{.fact = std::move(fact), .paths = std::move(parts.paths)};
    std::vector<std::string> texts;
    for (auto& [text, entries] : parts.by_text) {
      texts.push_back(text);
      for (const auto& filed : entries) index.all.push_back(filed.entry);
      index.entries.push_back(std::move(entries));
    }
    index.parts = Parts(texts);
    return index;
  }

  static Program::NetworkIndex index_of(FactRef fact, FiledNetworks& networks) {
    Program::NetworkIndex index{.fact = std::move(fact), .by_bits = {}, .all = {}};
    for (auto& [bits, filed] : networks) {
      auto& same = index.by_bits.emplace_back(Program::NetworkIndex::Networks{bits, {}});
      for (auto& [first, entries] : filed) {
        index.all.insert(index.all.end(), entries.begin(), entries.end());
        same.filed.push_back({first, std::move(entries)});
      }
    }
    return index;
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
  Census census_;
  const Leaf* known_ = nullptr;  // to hold, whenever the code that is compiled is run
  std::map<FactId, Filed> filed_;
  std::map<FactKey, FiledParts> parts_;
  std::map<FactKey, Program::BoundIndex> bounds_;
  std::map<FactKey, FiledNetworks> networks_;
};

Program::Program(std::span<const Rule> rules, Phase phase) {
  Compiler compiler(*this, rules, phase);
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (rules[i].phase == phase) compiler.add(rules[i], static_cast<std::uint32_t>(i));
  }
  compiler.finish();
}

std::span<const Program::Entry> Program::find_network(const NetworkIndex::Networks& networks,
                                                      const AddressBytes& address) {
  if (networks.bits < kMappedBits && is_mapped(address)) return {};
  const auto first = masked(address, networks.bits);
  const auto it = std::ranges::lower_bound(networks.filed, first, {}, &NetworkIndex::Filed::first);
  if (it == networks.filed.end() || it->first != first) return {};
  return it->entries;
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
