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
// it holds and if not. A rule that was found by its key has code that does not ask for the key
// again. What rules ask most (flags, words, numbers) is asked in place; all else goes through
// Leaf::holds. What several rules ask and takes a look into texts is asked once in a decision, and
// a rule that is filed under several keys is run once. So is an argument that many ask about looked
// for once.
//
// Immutable once compiled, may be run from any thread; running allocates nothing (but RE2 builds
// its automata as it meets texts, and an argument with escapes in it is decoded where a rule asks
// for it).
#pragma once

#include <algorithm>
#include <array>
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
    Run<Take> run{facts, take, {}};
    run_all(always_, run);
    for (const auto& index : flag_indexes_) run_flag(index, run);
    for (const auto& index : indexes_) run_index(index, run);
    for (const auto& index : part_indexes_) run_parts(index, run);
    for (const auto& index : bound_indexes_) {
      run_each(index, run, [&](auto value, bool /*member*/) { run_number(index, value, run); });
    }
    for (const auto& index : network_indexes_) {
      run_each(index, run, [&](auto value, bool /*member*/) { run_address(index, value, run); });
    }
  }

  [[nodiscard]] std::size_t rules_without_key() const { return always_.size(); }

 private:
  // One leaf, and where to go on. Small, because steps are all that a decision reads of a rule.
  struct Step {
    enum class Kind : std::uint8_t { kFlag, kWords, kNumber, kPart, kShared, kMember, kOther };

    std::uint32_t yes = 0;
    std::uint32_t no = 0;
    FactId fact = 0;
    Kind kind = Kind::kOther;
    Op op = Op::kEquals;
    std::uint32_t count = 0;  // of words; of kShared and kMember which it is
    union {
      bool flag;
      double number;
      const std::string_view* words;
      const Leaf* leaf = nullptr;
    };
  };
  // `once` is a bit of its own for a rule that several keys of one call may bring up, else 0.
  struct Entry {
    std::uint32_t rule;
    std::uint32_t start;
    std::uint64_t once;
  };
  // A member of a family that several leaves ask about: it is looked for and read once.
  struct SeenMember {
    // kManifold is no one Value; whether a value is a plain path is only known once a rule asks.
    enum class State : std::uint8_t { kUnseen, kManifold, kValue, kPlainPath, kOtherPath };

    State state = State::kUnseen;
    Value value;  // of kValue and paths
  };
  static constexpr std::size_t kMaxSeenMembers = 4;  // others are looked for each time

  // What one decision has found out so far, so that it is not asked for again.
  struct Memo {
    std::uint64_t run = 0;    // rules that were run, by Entry::once
    std::uint64_t asked = 0;  // leaves that many rules ask, a bit for each
    std::uint64_t held = 0;   // those of them that hold
    std::array<SeenMember, kMaxSeenMembers> members;
  };
  template <typename Take>
  struct Run {
    const Facts& facts;
    const Take& take;
    Memo memo;
  };
  struct Bucket {
    std::string word;
    std::uint64_t hash = 0;
    std::vector<Entry> entries;
  };
  // Entries by word: open addressing, a power of two of places, at most half of them taken. Most
  // words that are looked up are not there, and most of those already have another length.
  struct WordTable {
    std::uint64_t lengths = 0;  // a bit for each, the last for all that are longer
    std::vector<Bucket> places;

    explicit WordTable(std::size_t words = 0);
    void insert(std::string_view word, std::vector<Entry> entries);
    [[nodiscard]] std::span<const Entry> find(std::string_view word) const {
      return (lengths & length_bit(word)) == 0 ? std::span<const Entry>() : look_up(word);
    }

   private:
    [[nodiscard]] static std::uint64_t length_bit(std::string_view word) {
      return std::uint64_t{1} << std::min<std::size_t>(word.size(), 63);
    }
    [[nodiscard]] std::span<const Entry> look_up(std::string_view word) const;
  };
  // What words begin or end with.
  struct Edges {
    WordTable table;
    std::vector<std::size_t> lengths;  // that those have, shortest first
  };
  struct FlagIndex {
    FactId fact = 0;
    std::vector<Entry> entries[2];
  };
  struct Index {
    FactId fact = 0;
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
  static constexpr std::size_t kMemoBits = 64;  // what has none is run, or asked, each time
  static constexpr std::uint32_t kHolds = 0xFFFFFFFF;
  static constexpr std::uint32_t kFails = 0xFFFFFFFE;

  friend class Compiler;

  // These three are one loop: to call for a flag takes longer than to ask for it.
  template <typename Take>
  [[gnu::always_inline]] void run_one(const Entry& entry, std::uint32_t start,
                                      Run<Take>& run) const {
    if ((run.memo.run & entry.once) != 0) return;
    run.memo.run |= entry.once;
    if (fires(start, run.facts, run.memo)) run.take(entry.rule);
  }

  [[nodiscard, gnu::always_inline]] bool fires(std::uint32_t start, const Facts& facts,
                                               Memo& memo) const {
    auto at = start;
    while (at < kFails) {
      const Step& step = steps_[at];
      at = asks(step, facts, memo) ? step.yes : step.no;
    }
    return at == kHolds;
  }

  [[nodiscard, gnu::always_inline]] bool asks(const Step& step, const Facts& facts,
                                              Memo& memo) const {
    switch (step.kind) {
      case Step::Kind::kFlag: {
        const bool* value = std::get_if<bool>(&facts.at(step.fact));
        return value != nullptr && *value == step.flag;
      }
      case Step::Kind::kNumber: {
        const double* value = std::get_if<double>(&facts.at(step.fact));
        return value != nullptr && compare(step.op, *value, step.number);
      }
      case Step::Kind::kShared: return asks_once(step.count, facts, memo);
      case Step::Kind::kWords:
      case Step::Kind::kPart:
      case Step::Kind::kMember: break;
      case Step::Kind::kOther: return step.leaf->holds(facts);
    }
    return looks(step, facts, memo);
  }

  [[nodiscard]] bool asks_once(std::uint32_t shared, const Facts& facts, Memo& memo) const {
    const auto bit = std::uint64_t{1} << shared;
    if ((memo.asked & bit) == 0) {
      memo.asked |= bit;
      if (looks(shared_[shared], facts, memo)) memo.held |= bit;
    }
    return (memo.held & bit) != 0;
  }

  // What takes longer than to look up whether it was asked before.
  [[nodiscard]] bool looks(const Step& step, const Facts& facts, Memo& memo) const;
  static void see(const FactRef& member, const Facts& facts, SeenMember& seen);
  [[nodiscard]] static bool is_plain_path(SeenMember& seen);
  [[nodiscard]] bool asks_member(const Step& step, const Facts& facts, Memo& memo) const;

  // Mostly there are none, which is no reason to call.
  template <typename Take>
  [[gnu::always_inline]] void run_all(std::span<const Entry> entries, Run<Take>& run) const {
    if (!entries.empty()) run_some(entries, run);
  }

  template <typename Take>
  [[gnu::noinline]] void run_some(std::span<const Entry> entries, Run<Take>& run) const {
    for (const auto& entry : entries) run_one(entry, entry.start, run);
  }

  template <typename Take>
  void run_flag(const FlagIndex& index, Run<Take>& run) const {
    const bool* flag = std::get_if<bool>(&run.facts.at(index.fact));
    if (flag != nullptr) run_all(index.entries[*flag ? 1 : 0], run);
  }

  template <typename Take>
  void run_index(const Index& index, Run<Take>& run) const {
    const Value& value = run.facts.at(index.fact);
    switch (value.index()) {
      case 3: return run_word(index, *std::get_if<3>(&value), run);
      case 4: {
        const Words words = *std::get_if<4>(&value);
        if (words.size() > kMaxLookups) return run_all(index.all, run);
        for (const auto word : words) run_word(index, word, run);
        return;
      }
      default: return;
    }
  }

  // A list in the arguments may be as long as its sender likes, so it has the bound of a set.
  template <typename AnyIndex, typename Take, typename Each>
  void run_each(const AnyIndex& index, Run<Take>& run, const Each& each) const {
    std::size_t members = 0;
    run.facts.any_of(index.fact, [&](auto value, bool member) {
      if (members++ == kMaxLookups) {
        run_all(index.all, run);
        return true;
      }
      each(value, member);
      return false;
    });
  }

  template <typename Take>
  void run_parts(const PartIndex& index, Run<Take>& run) const {
    run_each(index, run, [&](auto value, bool member) {
      if constexpr (std::is_same_v<decltype(value), std::string_view>) {
        run_text(index, value, member, run);
      } else if constexpr (std::is_same_v<decltype(value), Numeral>) {
        run_text(index, value.text, member, run);
      }
    });
  }

  // The bound itself is among them, since digits may decide there.
  template <typename Take>
  void run_number(const BoundIndex& index, double value, Run<Take>& run) const {
    for (const auto& [bound, entry] : index.above) {
      if (bound > value) break;
      run_one(entry, entry.start, run);
    }
    for (const auto& [bound, entry] : index.below) {
      if (bound < value) break;
      run_one(entry, entry.start, run);
    }
  }
  template <typename Take>
  void run_number(const BoundIndex& index, Numeral value, Run<Take>& run) const {
    run_number(index, nearest(value.text), run);
  }
  template <typename Take>
  void run_number(const BoundIndex& index, std::string_view value, Run<Take>& run) const {
    const auto [reading, numeral] = reads_as_number(value);
    if (reading == NumberReading::kPlain) run_number(index, numeral, run);
    if (reading == NumberReading::kSome) run_all(index.all, run);
  }
  template <typename Take>
  void run_number(const BoundIndex&, bool, Run<Take>&) const {}
  template <typename Take>
  void run_number(const BoundIndex&, std::monostate, Run<Take>&) const {}

  template <typename Value, typename Take>
  void run_address(const NetworkIndex& index, Value value, Run<Take>& run) const {
    if constexpr (std::is_same_v<Value, Numeral>) {
      run_address(index, value.text, run);
    } else if constexpr (std::is_same_v<Value, std::string_view>) {
      const AddressReadings readings(value);
      const auto run_there = [&](const AddressBytes& address) {
        for (const auto& networks : index.by_bits) run_all(find_network(networks, address), run);
      };
      for (const auto& way : readings) run_there(way);
      readings.for_each_within(run_there);
    }
  }
  [[nodiscard]] static std::span<const Entry> find_network(const NetworkIndex::Networks& networks,
                                                           const AddressBytes& address);

  template <typename Take>
  void run_text(const PartIndex& index, std::string_view text, bool member, Run<Take>& run) const {
    if (!index.paths.empty() && hides_names(text)) run_all(index.paths, run);
    index.parts.find_in(text, [&](std::uint32_t part) {
      for (const auto& [entry, start_in_text] : index.entries[part]) {
        run_one(entry, member ? entry.start : start_in_text, run);
      }
    });
  }

  template <typename Take>
  void run_word(const Index& index, std::string_view word, Run<Take>& run) const {
    run_all(index.words.find(word), run);
    for (const auto length : index.beginnings.lengths) {
      if (length > word.size()) break;
      run_all(index.beginnings.table.find(word.substr(0, length)), run);
    }
    for (const auto length : index.endings.lengths) {
      if (length > word.size()) break;
      run_all(index.endings.table.find(word.substr(word.size() - length)), run);
    }
  }

  std::vector<Step> steps_;
  std::vector<Step> shared_;      // what steps of kShared ask; these lead nowhere
  std::vector<FactRef> members_;  // that steps of kMember ask about
  std::deque<std::vector<std::string_view>> words_;  // steps point into it
  std::vector<Entry> always_;
  std::vector<FlagIndex> flag_indexes_;
  std::vector<Index> indexes_;
  std::vector<PartIndex> part_indexes_;
  std::vector<BoundIndex> bound_indexes_;
  std::vector<NetworkIndex> network_indexes_;
};

}  // namespace touchstone::policy
