#include "detect/triggers.hpp"

#include <algorithm>

#include "detect/ascii.hpp"
#include "detect/gap.hpp"

namespace touchstone::detect {
namespace {

template <typename Visit>
void for_each_part(std::string_view text, char between, Visit visit) {
  while (!text.empty()) {
    const auto end = std::min(text.find(between), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// `word` is in small letters.
bool is_word_at(std::string_view text, std::size_t at, std::string_view word) {
  if (at > text.size() || text.size() - at < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (ascii_lower(text[at + i]) != word[i]) return false;
  }
  return true;
}

// Most words have one blank beside them, which is told by a glance.
std::size_t end_of_gap(std::string_view text, std::size_t at) {
  if (at + 1 < text.size() && is_ascii_letter(text[at + 1])) {
    if (text[at] == ' ') return at + 1;
    if (is_ascii_letter(text[at])) return at;
  }
  return past_gap(text, at);
}

// May the letter here be the last of an escape: \n, \u200b?
bool may_end_escape(std::string_view text, std::size_t at) {
  return (at > 0 && text[at - 1] == '\\') || (at > 4 && text[at - 5] == '\\');
}

std::size_t begin_of_gap(std::string_view text, std::size_t end) {
  if (end > 1 && text[end - 1] == ' ' && is_ascii_letter(text[end - 2]) &&
      !may_end_escape(text, end - 2)) {
    return end - 1;
  }
  return before_gap(text, end);
}

bool follows(std::string_view text, std::size_t at, std::span<const std::string_view> words) {
  for (const auto word : words) {
    const auto begin = end_of_gap(text, at);
    if (begin == at || !is_word_at(text, begin, word)) return false;
    at = begin + word.size();
  }
  return true;
}

bool precedes(std::string_view text, std::size_t at, std::span<const std::string_view> words) {
  for (const auto word : words) {
    const auto end = begin_of_gap(text, at);
    if (end == at || end < word.size() || !is_word_at(text, end - word.size(), word)) return false;
    at = end - word.size();
  }
  return true;
}

// A bit for a Latin letter; none for anything else.
std::uint32_t letter_bit(char c) {
  return is_ascii_letter(c) ? 1U << static_cast<unsigned>(ascii_lower(c) - 'a') : 0;
}

}  // namespace

Triggers::Side Triggers::compile(std::string_view phrases, bool is_before) {
  Side out;
  for_each_part(phrases, '|', [&](std::string_view phrase) {
    auto& words = out.phrases.emplace_back();
    for_each_part(phrase, ' ', [&](std::string_view word) { words.push_back(word); });
    if (is_before) std::ranges::reverse(words);
    out.letters |= letter_bit(is_before ? words.front().back() : words.front().front());
  });
  return out;
}

Triggers::Triggers() {
  for (const auto& rule : trigger_rules()) {
    rules_.push_back({compile(rule.before, true), compile(rule.after, false)});
  }
}

// Most hits are in honest texts, and most of those have one blank and then a letter that no phrase
// of the rule has there.
bool Triggers::confirm(std::size_t rule, const Place& word) const {
  const auto& [before, after] = rules_[rule];
  const auto text = word.text;
  const auto begin = word.begin;
  const auto end = word.end;
  if (!after.phrases.empty()) {
    if (end + 1 >= text.size()) return false;
    const auto next = letter_bit(text[end + 1]);
    if (text[end] == ' ' && next != 0 && (next & after.letters) == 0) return false;
  }
  if (!before.phrases.empty()) {
    if (begin < 2) return false;
    const auto next = letter_bit(text[begin - 2]);
    if (text[begin - 1] == ' ' && next != 0 && (next & before.letters) == 0 &&
        !may_end_escape(text, begin - 2)) {
      return false;
    }
  }
  const auto any = [](const Side& side, const auto& stands) {
    return side.phrases.empty() || std::ranges::any_of(side.phrases, stands);
  };
  return any(after, [&](const Phrase& it) { return follows(text, end, it); }) &&
         any(before, [&](const Phrase& it) { return precedes(text, begin, it); });
}

}  // namespace touchstone::detect
