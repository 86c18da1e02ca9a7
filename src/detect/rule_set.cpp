#include "detect/rule_set.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"

namespace touchstone::detect {
namespace {

// Words that one attempt to match may look at. Patterns need far fewer.
constexpr int kMaxSteps = 256;

// Takes the part before the next `separator` off the front.
std::string_view take(std::string_view& text, char separator) {
  const auto end = std::min(text.find(separator), text.size());
  const auto part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

bool is_upper(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return c >= 'A' && c <= 'Z'; });
}

// Regular English forms; what is irregular is listed where it is used.
std::vector<std::string> inflected(std::string_view verb) {
  const std::string stem(verb);
  const auto last = verb.back();
  if (last == 'e') {
    const auto cut = stem.substr(0, stem.size() - 1);
    return {stem, stem + "s", stem + "d", cut + "ing"};
  }
  if (last == 'y') {
    const auto cut = stem.substr(0, stem.size() - 1);
    return {stem, cut + "ies", cut + "ied", stem + "ing"};
  }
  const bool hisses = last == 's' || last == 'x' || verb.ends_with("sh") || verb.ends_with("ch");
  return {stem, stem + (hisses ? "es" : "s"), stem + "ed", stem + "ing"};
}

}  // namespace

RuleSet::RuleSet(std::span<const WordClass> classes, std::span<const PhraseRule> rules) {
  for (const auto& item : classes) classes_.emplace(item.name, item.words);
  rules_.reserve(rules.size());
  for (const auto& rule : rules) rules_.push_back(compile(rule));
  member_.resize(vocabulary_.size());
  upper_member_.resize(vocabulary_.size());
  index();
}

RuleSet::Rule RuleSet::compile(const PhraseRule& rule) {
  Rule out{rule.family, rule.points, {}, false};
  auto rest = rule.pattern;
  Element element;
  while (!rest.empty()) {
    auto part = take(rest, ' ');
    if (part == ".") {
      out.ends = true;
      continue;
    }
    if (part.starts_with('~')) {
      std::from_chars(part.data() + 1, part.data() + part.size(), element.gap);
      continue;
    }
    element.starts = part.starts_with('^');
    if (element.starts) part.remove_prefix(1);
    element.kind = part == "@name"      ? Kind::kName
                   : part == "@other"   ? Kind::kOther
                   : part == "@foreign" ? Kind::kForeign
                                        : Kind::kSet;
    if (element.kind == Kind::kSet) element.set = intern(part);
    out.elements.push_back(element);
    element = {};
  }
  return out;
}

std::size_t RuleSet::intern(std::string_view alternatives) {
  const auto [found, is_new] = sets_.try_emplace(std::string(alternatives), sets_.size());
  if (!is_new) return found->second;
  const auto set = found->second;
  while (!alternatives.empty()) add_alternative(take(alternatives, '|'), set);
  return set;
}

void RuleSet::add_alternative(std::string_view word, std::size_t set) {
  if (word.starts_with('$')) {
    auto words = classes_.at(word.substr(1));
    while (!words.empty()) add_alternative(take(words, ' '), set);
    return;
  }
  if (!word.ends_with('+')) return put(word, set, is_upper(word));
  for (const auto& form : inflected(word.substr(0, word.size() - 1))) put(form, set, false);
}

void RuleSet::put(std::string_view word, std::size_t set, bool upper_only) {
  const auto id = vocabulary_.add(base::lower_case(word));
  member_.resize(vocabulary_.size());
  upper_member_.resize(vocabulary_.size());
  upper_member_[id].set(set);
  if (!upper_only) member_[id].set(set);
}

RuleSet::Beginning RuleSet::beginning_of(std::size_t rule) const {
  Beginning out{static_cast<std::uint16_t>(rule)};
  const auto& elements = rules_[rule].elements;
  const bool needs_next =
      elements.size() > 1 && elements[1].kind == Kind::kSet && elements[1].gap == 0;
  if (needs_next) out.next = static_cast<std::uint16_t>(elements[1].set);
  return out;
}

void RuleSet::index() {
  starting_.resize(vocabulary_.size());
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
    if (rules_[rule].elements.front().kind == Kind::kSet) continue;
    starting_at_names_.push_back(beginning_of(rule));
  }
  for (std::size_t id = 1; id < starting_.size(); ++id) {
    for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
      const auto& first = rules_[rule].elements.front();
      if (first.kind != Kind::kSet) continue;
      if (upper_member_[id][first.set]) starting_[id].push_back(beginning_of(rule));
    }
  }
}

// One attempt to match one rule from one word on.
class RuleSet::Search {
 public:
  Search(const RuleSet& rules, const Rule& rule, const Words& words, const WhoseTool& whose)
      : rules_(rules), rule_(rule), words_(words.words), whose_(whose) {}

  // The last word of the match, or none.
  [[nodiscard]] const Word* run(std::size_t first) {
    sentence_ = words_[first].sentence;
    return meets(rule_.elements.front(), words_[first]) ? follow(1, first) : nullptr;
  }

 private:
  [[nodiscard]] bool meets(const Element& element, const Word& word) const {
    if (element.starts && !word.starts) return false;
    if (element.kind != Kind::kSet) {
      if (!word.name || element.kind == Kind::kName) return word.name;
      const auto whose = whose_ ? whose_(word) : Whose::kUnknown;
      return element.kind == Kind::kOther ? whose != Whose::kOwn : whose == Whose::kForeign;
    }
    return rules_.is_in(word, element.set);
  }
  [[nodiscard]] bool is_last(std::size_t word) const {
    return word + 1 == words_.size() || words_[word + 1].sentence != sentence_ ||
           words_[word + 1].starts;
  }
  const Word* follow(std::size_t index, std::size_t previous) {
    if (index == rule_.elements.size()) {
      return rule_.ends && !is_last(previous) ? nullptr : &words_[previous];
    }
    const auto& element = rule_.elements[index];
    const auto end = std::min(words_.size(), previous + element.gap + 2);
    for (auto next = previous + 1; next < end; ++next) {
      if (words_[next].sentence != sentence_ || --steps_ < 0) return nullptr;
      if (!meets(element, words_[next])) continue;
      if (const auto* last = follow(index + 1, next)) return last;
    }
    return nullptr;
  }

  const RuleSet& rules_;
  const Rule& rule_;
  const std::vector<Word>& words_;
  const WhoseTool& whose_;
  std::uint32_t sentence_ = 0;
  int steps_ = kMaxSteps;
};

class RuleSet::Finder {
 public:
  Finder(const RuleSet& rules, const Words& words, const WhoseTool& whose, Marks& marks)
      : rules_(rules), words_(words), whose_(whose), marks_(marks), first_(marks.size()) {}

  void run() {
    for (std::size_t at = 0; at < words_.words.size(); ++at) {
      const auto& word = words_.words[at];
      try_all(rules_.starting_[word.id], at);
      if (word.name) try_all(rules_.starting_at_names_, at);
    }
  }

 private:
  void try_all(const std::vector<Beginning>& beginnings, std::size_t at) {
    const auto& word = words_.words[at];
    for (const auto [index, next] : beginnings) {
      if (marks_.size() >= first_ + kMaxMarks) return;
      if (next != kAnything && !is_next(at, next)) continue;
      const auto& rule = rules_.rules_[index];
      const auto* last = Search(rules_, rule, words_, whose_).run(at);
      if (last == nullptr || has(index, word.sentence)) continue;
      marks_.push_back({rule.family, rule.points, kPhraseRules + index, word.begin, last->end});
    }
  }

  [[nodiscard]] bool is_next(std::size_t at, std::size_t set) const {
    return at + 1 < words_.words.size() && rules_.is_in(words_.words[at + 1], set);
  }

  // Was the rule found in this sentence already? Few rules ever match, so few marks are looked at.
  [[nodiscard]] bool has(std::size_t index, std::uint32_t sentence) const {
    const auto begin = words_.sentences[sentence];
    return std::any_of(
        marks_.begin() + static_cast<std::ptrdiff_t>(first_), marks_.end(),
        [&](const Mark& mark) { return mark.rule == kPhraseRules + index && mark.begin >= begin; });
  }

  const RuleSet& rules_;
  const Words& words_;
  const WhoseTool& whose_;
  Marks& marks_;
  std::size_t first_;  // of the marks that are ours
};

void RuleSet::find(const Words& words, const WhoseTool& whose, Marks& marks) const {
  Finder(*this, words, whose, marks).run();
}

}  // namespace touchstone::detect
