#include "policy/program.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <ranges>
#include <utility>
#include <variant>

#include "policy/access.hpp"
#include "policy/shared_leaves.hpp"
#include "policy/word_hash.hpp"

namespace touchstone::policy {
namespace {

bool is_about_part(Op op) {
  return op == Op::kStartsWith || op == Op::kEndsWith || op == Op::kContains;
}

// One call may have several of the keys: a text is one word, all else may be more.
bool may_meet_twice(const Access& access) {
  if (access.keys.size() < 2) return false;
  const auto& first = access.keys.front();
  const bool is_one_word = spec(first.leaf->fact.id).type == Type::kText &&
                           std::holds_alternative<KeyValue>(first.value);
  const auto is_same_leaf = [&](const Key& key) { return key.leaf == first.leaf; };
  return !is_one_word || !std::ranges::all_of(access.keys, is_same_leaf);
}

bool has_any(const Value& value, Words words) {
  const auto is_asked = [&](std::string_view word) {
    return std::ranges::find(words, word) != words.end();
  };
  if (const auto* text = std::get_if<std::string_view>(&value)) return is_asked(*text);
  const auto* set = std::get_if<Words>(&value);
  return set != nullptr && std::ranges::any_of(*set, is_asked);
}

}  // namespace

class Compiler {
 public:
  Compiler(Program& program, std::span<const Rule> rules, Phase phase)
      : program_(program), census_(rules, phase) {
    program_.members_ = shared_members(rules, phase, Program::kMaxSeenMembers);
    for (const auto* leaf : shared_leaves(rules, phase)) {
      if (shared_.size() == Program::kMemoBits) break;
      share(*leaf);
    }
  }

  void add(const Rule& rule, std::uint32_t number) {
    known_ = nullptr;
    const auto access = census_.access_of(rule.condition);
    const Program::Entry entry{number, compile(rule.condition, Program::kHolds, Program::kFails),
                               access && may_meet_twice(*access) ? next_bit() : 0};
    if (!access) {
      program_.always_.push_back(entry);
      return;
    }
    for (const auto& key : access->keys) {
      const auto& fact = key.leaf->fact;
      if (const auto* value = std::get_if<KeyValue>(&key.value)) {
        file(*value, fact.id, entry, start_without(key, rule, entry));
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
    for (auto& [fact, filed] : flags_) {
      program_.flag_indexes_.push_back({fact, {std::move(filed[0]), std::move(filed[1])}});
    }
    for (auto& [fact, filed] : filed_) program_.indexes_.push_back(index_of(fact, filed));
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
  // What is brought up by its key does not ask for it again, and so has code of its own.
  struct Filed {
    std::map<KeyValue, Entries> by_value;
    Entries all;  // with the code that asks
  };
  struct FiledParts {
    std::map<std::string, PartEntries> by_text;
    Entries paths;
  };

  using FactKey = std::pair<FactId, std::string>;
  using FiledNetworks = std::map<unsigned, std::map<AddressBytes, Entries>>;

  std::uint64_t next_bit() { return bits_ < Program::kMemoBits ? std::uint64_t{1} << bits_++ : 0; }

  void file(const KeyValue& value, FactId fact, Program::Entry entry, std::uint32_t start) {
    const Program::Entry found{entry.rule, start, entry.once};
    if (const bool* flag = std::get_if<bool>(&value))
      return file(flags_[fact][*flag ? 1 : 0], found);
    auto& filed = filed_[fact];
    file(filed.by_value[value], found);
    file(filed.all, entry);
  }

  static void file(Entries& filed, Program::Entry entry) {
    if (filed.empty() || filed.back().rule != entry.rule) filed.push_back(entry);
  }

  void file(PartEntries& filed, const Rule& rule, const Key& key, Program::Entry entry) {
    if (!filed.empty() && filed.back().entry.rule == entry.rule) return;
    const bool exact = std::get<Part>(key.value).exact;
    filed.push_back({entry, exact ? start_without(key, rule, entry) : entry.start});
  }

  // Of code that takes the key's leaf for true. The keys of one leaf (`in`) share it.
  std::uint32_t start_without(const Key& key, const Rule& rule, Program::Entry entry) {
    if (known_ == key.leaf) return start_without_known_;
    if (program_.steps_.size() > Program::kMaxSteps) return entry.start;
    known_ = key.leaf;
    start_without_known_ = compile(rule.condition, Program::kHolds, Program::kFails);
    return start_without_known_;
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
    auto& step = program_.steps_.emplace_back(step_of(leaf));
    step.yes = yes;
    step.no = no;
    return static_cast<std::uint32_t>(program_.steps_.size() - 1);
  }

  // To ask a flag or a number is as quick as to remember it.
  void share(const Leaf& leaf) {
    const auto step = plain_step(leaf);
    if (step.kind == Program::Step::Kind::kFlag || step.kind == Program::Step::Kind::kNumber)
      return;
    program_.shared_.push_back(step);
    shared_.emplace(&leaf, static_cast<std::uint32_t>(shared_.size()));
  }

  Program::Step step_of(const Leaf& leaf) {
    const auto shared = shared_.find(&leaf);
    if (shared == shared_.end()) return plain_step(leaf);
    Program::Step step;
    step.kind = Program::Step::Kind::kShared;
    step.count = shared->second;
    return step;
  }

  Program::Step plain_step(const Leaf& leaf) {
    Program::Step step;
    step.fact = leaf.fact.id;
    step.op = leaf.op;
    step.leaf = &leaf;
    if (leaf.fact.member.empty()) {
      specialise(step, leaf);
    } else {
      remember(step, leaf);
    }
    return step;
  }

  void remember(Program::Step& step, const Leaf& leaf) const {
    const auto it = std::ranges::find(program_.members_, leaf.fact);
    if (it == program_.members_.end() || leaf.op == Op::kExists) return;
    step.kind = Program::Step::Kind::kMember;
    step.count = static_cast<std::uint32_t>(it - program_.members_.begin());
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

  static Program::Index index_of(FactId fact, Filed& filed) {
    Program::Index index;
    index.fact = fact;
    index.all = std::move(filed.all);
    index.words = Program::WordTable(filed.by_value.size());
    index.beginnings.table = index.endings.table = Program::WordTable(filed.by_value.size());
    for (auto& [value, entries] : filed.by_value) {
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
  std::uint32_t start_without_known_ = 0;
  LeafMap<std::uint32_t> shared_;
  std::size_t bits_ = 0;  // of Entry::once that are given out
  std::map<FactId, std::array<Entries, 2>> flags_;
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

bool Program::looks(const Step& step, const Facts& facts, Memo& memo) const {
  if (step.kind == Step::Kind::kMember) return asks_member(step, facts, memo);
  if (step.kind == Step::Kind::kWords) {
    return has_any(facts.at(step.fact), {step.words, step.count});
  }
  if (step.kind == Step::Kind::kOther) return step.leaf->holds(facts);
  const auto* text = std::get_if<std::string_view>(&facts.at(step.fact));
  return text != nullptr && has_part(step.op, *text, *step.words);
}

bool Program::asks_member(const Step& step, const Facts& facts, Memo& memo) const {
  auto& seen = memo.members[step.count];
  if (seen.state == SeenMember::State::kUnseen) see(members_[step.count], facts, seen);
  if (seen.state == SeenMember::State::kManifold) return step.leaf->holds(facts);
  if (step.op != Op::kWithinPath || !is_plain_path(seen)) return step.leaf->holds_of(seen.value);
  return step.leaf->path->has_plain(*std::get_if<std::string_view>(&seen.value));
}

void Program::see(const FactRef& member, const Facts& facts, SeenMember& seen) {
  const auto value = facts.value_of_member(member);
  seen.state = value ? SeenMember::State::kValue : SeenMember::State::kManifold;
  if (value) seen.value = *value;
}

bool Program::is_plain_path(SeenMember& seen) {
  using State = SeenMember::State;
  if (seen.state == State::kValue) {
    const auto* text = std::get_if<std::string_view>(&seen.value);
    seen.state = text != nullptr && is_plain(*text) ? State::kPlainPath : State::kOtherPath;
  }
  return seen.state == State::kPlainPath;
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
  lengths |= length_bit(word);
}

std::span<const Program::Entry> Program::WordTable::look_up(std::string_view word) const {
  const auto hash = word_hash(word);
  const auto mask = places.size() - 1;
  for (auto at = hash & mask; !places[at].entries.empty(); at = (at + 1) & mask) {
    if (places[at].hash == hash && places[at].word == word) return places[at].entries;
  }
  return {};
}

}  // namespace touchstone::policy
