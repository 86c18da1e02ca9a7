#include "find/stem.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "base/text.hpp"

namespace touchstone::find {
namespace {

bool has_vowel(std::string_view word) {
  return word.find_first_of("aeiouy") != std::string_view::npos;
}

// An ending goes if what remains has `least` letters, a vowel among them.
struct Ending {
  std::string_view ending;
  std::size_t least;
  std::string_view instead;
};

bool replace_ending(std::string& word, const Ending& rule) {
  if (!word.ends_with(rule.ending)) return false;
  const auto rest = word.size() - rule.ending.size();
  if (rest < rule.least || !has_vowel(std::string_view(word).substr(0, rest))) return false;
  word.replace(rest, std::string::npos, rule.instead);
  return true;
}

// The first that ends the word decides, also where it only says that nothing goes.
constexpr Ending kPlurals[] = {
    {"ies", 2, "y"},   {"sses", 1, "ss"}, {"xes", 1, "x"}, {"ches", 2, "ch"}, {"shes", 2, "sh"},
    {"uses", 3, "us"}, {"ss", 0, "ss"},   {"us", 0, "us"}, {"is", 0, "is"},   {"s", 3, ""}};
constexpr Ending kForms[] = {{"ing", 3, ""}, {"ed", 3, ""}};
constexpr Ending kNouns[] = {{"ment", 4, ""}, {"ion", 4, ""}};
constexpr Ending kLast[] = {{"e", 3, ""}, {"y", 2, "i"}};

bool replace_first(std::string& word, std::span<const Ending> rules) {
  return std::ranges::any_of(rules, [&](const Ending& rule) { return replace_ending(word, rule); });
}

// `running` is `runn` now; `fill` and `press` keep both.
void undouble(std::string& word) {
  const auto size = word.size();
  if (size < 4 || word[size - 1] != word[size - 2]) return;
  if (std::string_view("lsz").find(word.back()) == std::string_view::npos) word.pop_back();
}

constexpr std::string_view kStopWords =
    "a about all am an and any are as at be been but by can could did do does for from had has "
    "have "
    "how i if in into is it its just like may me my no not of on or our out please s should so "
    "some "
    "t that the their them then there these they this those to use used using via want was we were "
    "what when where whether which who whose why will with would you your";

}  // namespace

void stem(std::string& word) {
  constexpr std::size_t kShortest = 4;  // `aws`, `dns` and `ips` are too short to tell
  if (word.size() < kShortest) return;
  replace_first(word, kPlurals);
  if (replace_first(word, kForms)) undouble(word);
  replace_first(word, kNouns);
  replace_first(word, kLast);
}

bool is_stop_word(std::string_view word) { return base::has_word(kStopWords, word); }

}  // namespace touchstone::find
