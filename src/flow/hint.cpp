#include "flow/hint.hpp"

#include <algorithm>

#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

constexpr bool is_small(char c) { return c >= 'a' && c <= 'z'; }

// Of the sentence around a command: small words.
constexpr bool in_sentence(char c) {
  return is_small(c) || c == ' ' || c == ',' || c == '-' || c == '\'';
}

bool is_placeholder(std::string_view word) {
  return word.size() > 2 && word.starts_with('<') && word.ends_with('>') &&
         std::ranges::all_of(word.substr(1, word.size() - 2),
                             [](char c) { return is_small(c) || c == '-' || c == '_'; });
}

bool is_word_of_command(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return is_small(c) || c == '-'; });
}

// Small words, options and placeholders, at least one of these.
bool is_command(std::string_view text) {
  bool has_placeholder = false;
  while (!text.empty()) {
    auto word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (word.ends_with("...")) word.remove_suffix(3);
    if (is_placeholder(word)) {
      has_placeholder = true;
    } else if (!is_word_of_command(word)) {
      return false;
    }
  }
  return has_placeholder;
}

}  // namespace

std::size_t length_of_hint(std::string_view text) {
  if (!text.starts_with('(')) return 0;
  text = text.substr(0, kMaxHint);
  const auto end = text.find(')');
  if (end == std::string_view::npos) return 0;
  auto rest = text.substr(1, end - 1);
  bool has_command = false;
  while (!rest.empty()) {
    if (rest.front() != '"') {
      if (!in_sentence(rest.front())) return 0;
      rest.remove_prefix(1);
      continue;
    }
    const auto close = rest.find('"', 1);
    if (close == std::string_view::npos || !is_command(rest.substr(1, close - 1))) return 0;
    has_command = true;
    rest.remove_prefix(close + 1);
  }
  return has_command ? end + 1 : 0;
}

}  // namespace touchstone::flow
