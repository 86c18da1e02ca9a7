// What a verb is done to, by the words that follow it.
#include "infer/mention.hpp"

namespace touchstone::infer {
namespace {

// Where what a verb is done to ends: "a plan | for the week", but not "a set of | plans".
bool ends_object(const Words& words, std::size_t i) {
  static constexpr base::WordList kPrepositions(
      "about across after against as at based before by during for from in inside into on onto "
      "that through to under using via when where which with within");
  static constexpr base::WordList kAmounts("batch collection kind list number series set type");
  if (words.gap(i) == Gap::kHyphen) return false;  // "a browser-based report"
  if (words[i] == "of") return i == 0 || !kAmounts.has(words[i - 1]);
  return kPrepositions.has(words[i]);
}

}  // namespace

std::size_t Mention::behind() const {
  if (!is_pair(*verb)) return index + 1;
  const auto next = index + 2;
  const bool leads_on = (*words)[next] == "of" || (*words)[next] == "with";  // "do away with"
  return leads_on ? next + 1 : next;
}

std::string_view Mention::object() const {
  auto next = behind();
  while (next < words->size() && kDeterminers.has((*words)[next])) ++next;
  return words->gap(next) < Gap::kClause ? (*words)[next] : std::string_view();
}

bool Mention::stands_last(bool (*test)(std::string_view)) const {
  const bool named = where == Where::kName || where == Where::kTitle;
  return named && index > 0 && behind() == words->size() && test((*words)[index - 1]);
}

bool Mention::is_about(bool (*test)(std::string_view)) const {
  constexpr std::size_t kAhead = 7;
  for (auto i = behind(); i <= index + kAhead && words->gap(i) < Gap::kClause; ++i) {
    if (test((*words)[i])) return true;
  }
  return stands_last(test);
}

bool Mention::takes(bool (*test)(std::string_view)) const {
  constexpr std::size_t kAhead = 12;
  for (auto i = behind(); i <= index + kAhead && words->gap(i) < Gap::kClause; ++i) {
    if (ends_object(*words, i)) break;
    if (test((*words)[i])) return true;
  }
  return stands_last(test);
}

bool Mention::ends_in(bool (*test)(std::string_view)) const {
  constexpr std::size_t kAhead = 12;
  std::string_view last;
  for (auto i = behind(); i <= index + kAhead && words->gap(i) < Gap::kClause; ++i) {
    if (ends_object(*words, i)) break;
    last = (*words)[i];
  }
  return last.empty() ? stands_last(test) : test(last);
}

}  // namespace touchstone::infer
