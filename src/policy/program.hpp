// Program: the rules of one phase, compiled so that a decision looks at few of them.
//
// The idea. Most rules cannot fire for a given call because of one simple thing: another tool,
// another server, a flag that is false. So each rule is filed under such a thing that it needs, its
// key (a fact and something about its value, access.hpp), the most selective that can be found in
// its conditions; `or` and `in` give several keys, any of which brings the rule up. A decision
// looks up the values of the few facts that are keys, and runs only the rules filed there, and
// those that have no key. Words, and what they begin and end with, are looked up in tables; what
// may stand anywhere in a text (contains, or what a pattern or path needs) is looked for all at
// once (parts.hpp), in one pass over the text. Numbers that a value must be above or below stand in
// order, and networks by their first address.
//
// A rule's conditions are a flat piece of code: each step asks one leaf and says where to go on if
// it holds and if not. What rules ask most (flags, words, numbers) is asked in place; all else goes
// through Leaf::holds.
//
// Immutable once compiled, may be run from any thread; running allocates nothing (but RE2 builds
// its automata as it meets texts, and an argument with escapes in it is decoded where a rule asks
// for it).
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "policy/parts.hpp"
#include "policy/path_reading.hpp"
#include "policy/rule.hpp"

namespace touchstone::policy {

class Program {
 public:
  Program() = default;
  // Of `rules` those of this phase. The rules must outlive it and stay where they are.
  Program(std::span<const Rule> rules, Phase phase);

  // Calls `take` with the index of each rule that fires, perhaps twice with the same.
  template <typename Take>
  void run(const Facts& facts, const Take& take) const {
    run_all(always_, facts, take);
    for (const auto& index : indexes_) run_index(index, facts, take);
    for (const auto& index : part_indexes_) run_parts(index, facts, take);
    for (const auto& index : bound_indexes_) {
      run_each(index, facts, take,
               [&](auto value, bool /*member*/) { run_number(index, value, facts, take); });
    }
    for (const auto& index : network_indexes_) {
      run_each(index, facts, take,
               [&](auto value, bool /*member*/) { run_address(index, value, facts, take); });
    }
  }

  [[nodiscard]] std::size_t rules_without_key() const { return always_.size(); }

 private:
  // One leaf, and where to go on. Small, because steps are all that a decision reads of a rule.
  struct Step {
    enum class Kind : std::uint8_t { kFlag, kWords, kNumber, kPart, kOther };

    std::uint32_t yes = 0;
    std::uint32_t no = 0;
    FactId fact = 0;
    Kind kind = Kind::kOther;
    Op op = Op::kEquals;
    std::uint32_t count = 0;  // of words
    union {
      bool flag;
      double number;
      const std::string_view* words;
      const Leaf* leaf = nullptr;
    };
  };
  struct Entry {
    std::uint32_t rule;
    std::uint32_t start;
  };
  struct Bucket {
    std::string word;
    std::uint64_t hash = 0;
    std::vector<Entry> entries;
  };
  // Entries by word: open addressing, a power of two of places, at most half of them taken.
  struct WordTable {
    std::vector<Bucket> places;

    explicit WordTable(std::size_t words = 0);
    void insert(std::string_view word, std::vector<Entry> entries);
    [[nodiscard]] std::span<const Entry> find(std::string_view word) const;
  };
  // What words begin or end with.
  struct Edges {
    WordTable table;
    std::vector<std::size_t> lengths;  // that those have, shortest first
  };
  struct Index {
    FactId fact = 0;
    std::vector<Entry> flags[2];
    std::vector<Entry> all;  // what is filed under any word
    WordTable words;
    Edges beginnings;  // of words, for startsWith
    Edges endings;     // likewise, for endsWith
  };
  // What is filed under a part. Where the part is all that a leaf asks of a text, it is not asked
  // again: that would take the text's length for each rule. In a list it is, since `contains` means
  // something else there.
  struct PartEntry {
    Entry entry;
    std::uint32_t start_in_text;
  };
  struct PartIndex {
    FactRef fact;
    Parts parts;
    std::vector<std::vector<PartEntry>> entries;  // by part
    std::vector<Entry> all;
    std::vector<Entry> paths;  // that a value may be below without naming a part of them
  };

  // What is filed under numbers that a value must be above, or below.
  struct BoundIndex {
    struct Filed {
      double bound;
      Entry entry;
    };
    FactRef fact;
    std::vector<Filed> above;  // the least first
    std::vector<Filed> below;  // the most first
    std::vector<Entry> all;
  };
  // What is filed under networks, by how many bits of an address count.
  struct NetworkIndex {
    struct Filed {
      AddressBytes first;
      std::vector<Entry> entries;
    };
    struct Networks {
      unsigned bits;
      std::vector<Filed> filed;  // in order
    };
    FactRef fact;
    std::vector<Networks> by_bits;
    std::vector<Entry> all;
  };

  static constexpr std::size_t kMaxLookups = 16;  // of one set; of a larger one all rules are run
  // With more, rules have no code of their own for each of their parts, and look for them twice.
  static constexpr std::size_t kMaxSteps = 500'000;
  static constexpr std::uint32_t kHolds = 0xFFFFFFFF;
  static constexpr std::uint32_t kFails = 0xFFFFFFFE;

  friend class Compiler;

  [[nodiscard]] bool fires(std::uint32_t start, const Facts& facts) const {
    auto at = start;
    while (at < kFails) {
      const Step& step = steps_[at];
      at = asks(step, facts) ? step.yes : step.no;
    }
    return at == kHolds;
  }

  [[nodiscard]] static bool asks(const Step& step, const Facts& facts) {
    switch (step.kind) {
      case Step::Kind::kFlag: {
        const bool* value = std::get_if<bool>(&facts.at(step.fact));
        return value != nullptr && *value == step.flag;
      }
      case Step::Kind::kNumber: {
        const double* value = std::get_if<double>(&facts.at(step.fact));
        return value != nullptr && compare(step.op, *value, step.number);
      }
      case Step::Kind::kWords: return has_any(facts.at(step.fact), {step.words, step.count});
      case Step::Kind::kPart: {
        const auto* text = std::get_if<std::string_view>(&facts.at(step.fact));
        return text != nullptr && has_part(step.op, *text, *step.words);
      }
      case Step::Kind::kOther: return step.leaf->holds(facts);
    }
    return false;
  }

  [[nodiscard]] static bool has_any(const Value& value, Words words) {
    for (const auto word : words) {
      if (const auto* text = std::get_if<std::string_view>(&value)) {
        if (*text == word) return true;
      } else if (const auto* set = std::get_if<Words>(&value)) {
        for (const auto member : *set) {
          if (member == word) return true;
        }
      }
    }
    return false;
  }

  template <typename Take>
  void run_all(std::span<const Entry> entries, const Facts& facts, const Take& take) const {
    for (const auto& entry : entries) {
      if (fires(entry.start, facts)) take(entry.rule);
    }
  }

  template <typename Take>
  void run_index(const Index& index, const Facts& facts, const Take& take) const {
    const Value& value = facts.at(index.fact);
    switch (value.index()) {
      case 1: return run_all(index.flags[*std::get_if<1>(&value) ? 1 : 0], facts, take);
      case 3: return run_word(index, *std::get_if<3>(&value), facts, take);
      case 4: {
        const Words words = *std::get_if<4>(&value);
        if (words.size() > kMaxLookups) return run_all(index.all, facts, take);
        for (const auto word : words) run_word(index, word, facts, take);
        return;
      }
      default: return;
    }
  }

  // A list in the arguments may be as long as its sender likes, so it has the bound of a set.
  template <typename AnyIndex, typename Take, typename RunOne>
  void run_each(const AnyIndex& index, const Facts& facts, const Take& take,
                const RunOne& run_one) const {
    std::size_t members = 0;
    facts.any_of(index.fact, [&](auto value, bool member) {
      if (members++ == kMaxLookups) {
        run_all(index.all, facts, take);
        return true;
      }
      run_one(value, member);
      return false;
    });
  }

  template <typename Take>
  void run_parts(const PartIndex& index, const Facts& facts, const Take& take) const {
    run_each(index, facts, take, [&](auto value, bool member) {
      if constexpr (std::is_same_v<decltype(value), std::string_view>) {
        run_text(index, value, member, facts, take);
      } else if constexpr (std::is_same_v<decltype(value), Numeral>) {
        run_text(index, value.text, member, facts, take);
      }
    });
  }

  // The bound itself is among them, since digits may decide there.
  template <typename Take>
  void run_number(const BoundIndex& index, double value, const Facts& facts,
                  const Take& take) const {
    for (const auto& [bound, entry] : index.above) {
      if (bound > value) break;
      if (fires(entry.start, facts)) take(entry.rule);
    }
    for (const auto& [bound, entry] : index.below) {
      if (bound < value) break;
      if (fires(entry.start, facts)) take(entry.rule);
    }
  }
  template <typename Take>
  void run_number(const BoundIndex& index, Numeral value, const Facts& facts,
                  const Take& take) const {
    run_number(index, nearest(value.text), facts, take);
  }
  template <typename Take>
  void run_number(const BoundIndex& index, std::string_view value, const Facts& facts,
                  const Take& take) const {
    const auto [reading, numeral] = reads_as_number(value);
    if (reading == NumberReading::kPlain) run_number(index, numeral, facts, take);
    if (reading == NumberReading::kSome) run_all(index.all, facts, take);
  }
  template <typename Take>
  void run_number(const BoundIndex&, bool, const Facts&, const Take&) const {}
  template <typename Take>
  void run_number(const BoundIndex&, std::monostate, const Facts&, const Take&) const {}

  template <typename Value, typename Take>
  void run_address(const NetworkIndex& index, Value value, const Facts& facts,
                   const Take& take) const {
    if constexpr (std::is_same_v<Value, Numeral>) {
      run_address(index, value.text, facts, take);
    } else if constexpr (std::is_same_v<Value, std::string_view>) {
      const AddressReadings readings(value);
      const auto run_one = [&](const AddressBytes& address) {
        for (const auto& networks : index.by_bits)
          run_all(find_network(networks, address), facts, take);
      };
      for (const auto& way : readings) run_one(way);
      readings.for_each_within(run_one);
    }
  }
  [[nodiscard]] static std::span<const Entry> find_network(const NetworkIndex::Networks& networks,
                                                           const AddressBytes& address);

  template <typename Take>
  void run_text(const PartIndex& index, std::string_view text, bool member, const Facts& facts,
                const Take& take) const {
    if (!index.paths.empty() && hides_names(text)) run_all(index.paths, facts, take);
    index.parts.find_in(text, [&](std::uint32_t part) {
      for (const auto& [entry, start_in_text] : index.entries[part]) {
        if (fires(member ? entry.start : start_in_text, facts)) take(entry.rule);
      }
    });
  }

  template <typename Take>
  void run_word(const Index& index, std::string_view word, const Facts& facts,
                const Take& take) const {
    run_all(index.words.find(word), facts, take);
    for (const auto length : index.beginnings.lengths) {
      if (length > word.size()) break;
      run_all(index.beginnings.table.find(word.substr(0, length)), facts, take);
    }
    for (const auto length : index.endings.lengths) {
      if (length > word.size()) break;
      run_all(index.endings.table.find(word.substr(word.size() - length)), facts, take);
    }
  }

  std::vector<Step> steps_;
  std::deque<std::vector<std::string_view>> words_;  // steps point into it
  std::vector<Entry> always_;
  std::vector<Index> indexes_;
  std::vector<PartIndex> part_indexes_;
  std::vector<BoundIndex> bound_indexes_;
  std::vector<NetworkIndex> network_indexes_;
};

}  // namespace touchstone::policy
