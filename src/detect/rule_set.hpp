// RuleSet: phrases that mean something, as sequences of words inside one sentence.
//
// A pattern is a line of elements between blanks, each of which must be met by the next word:
//
//   tell|inform      one of these words
//   call+            call, calls, called, calling
//   $user            one of the words of a class (rules.hpp)
//   UPDATE           this word, written in capitals
//   @name            an identifier, or a single word in quotes
//   @other           an identifier that is not the name of the tool itself
//   @foreign         a tool of another server
//   ^                before an element: it must begin a sentence or clause
//   ~4               between elements: up to four other words may stand here
//   .                at the end: no other word of the clause may follow
//
// There are no repetitions or nested groups, so a match looks at a bounded number of words, and
// time is linear in the text.
#pragma once

#include <bitset>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "detect/mark.hpp"
#include "detect/vocabulary.hpp"
#include "detect/words.hpp"

namespace touchstone::detect {

struct WordClass {
  std::string_view name;
  std::string_view words;  // between blanks; + as above
};

// A definition has no reason to say what a letter or a manual may.
enum class RuleIn : std::uint8_t { kAnyText, kDefinitions };

struct PhraseRule {
  Family family;
  int points;
  std::string_view pattern;
  RuleIn in = RuleIn::kAnyText;
};

// Whose tool a word names, as far as the caller knows.
enum class Whose : std::uint8_t { kUnknown, kOwn, kForeign };
using WhoseTool = std::function<Whose(const Word&)>;

class RuleSet {
 public:
  RuleSet(std::span<const WordClass> classes, std::span<const PhraseRule> rules);

  [[nodiscard]] const Vocabulary& vocabulary() const { return vocabulary_; }
  // Appends the marks of all rules, at most kMaxMarks, each rule once a sentence.
  void find(const Words& words, const WhoseTool& whose, Marks& marks) const;

 private:
  static constexpr std::size_t kMaxSets = 1024;
  using Sets = std::bitset<kMaxSets>;

  enum class Kind : std::uint8_t { kSet, kName, kOther, kForeign };
  struct Element {
    Kind kind = Kind::kSet;
    std::size_t set = 0;  // of words that meet it
    std::size_t gap = 0;  // other words that may stand before it
    bool starts = false;
  };
  struct Rule {
    Family family;
    int points;
    std::vector<Element> elements;
    bool ends = false;  // with its clause
  };
  // A rule that a word may begin, and the set that the next word must be in, if there is one.
  struct Beginning {
    std::uint16_t rule;
    std::uint16_t next = kAnything;
  };
  static constexpr std::uint16_t kAnything = kMaxSets;
  class Search;
  class Finder;

  [[nodiscard]] Rule compile(const PhraseRule& rule);
  [[nodiscard]] std::size_t intern(std::string_view alternatives);
  void add_alternative(std::string_view word, std::size_t set);
  void put(std::string_view word, std::size_t set, bool upper_only);
  [[nodiscard]] Beginning beginning_of(std::size_t rule) const;
  [[nodiscard]] bool is_in(const Word& word, std::size_t set) const {
    return (word.upper ? upper_member_ : member_)[word.id][set];
  }
  void index();

  Vocabulary vocabulary_;
  std::map<std::string_view, std::string_view> classes_;
  std::map<std::string, std::size_t, std::less<>> sets_;
  std::vector<Sets> member_;        // by word: the sets that it is in
  std::vector<Sets> upper_member_;  // the same for words in capitals
  std::vector<Rule> rules_;
  std::vector<std::vector<Beginning>> starting_;  // by word
  std::vector<Beginning> starting_at_names_;
};

}  // namespace touchstone::detect
