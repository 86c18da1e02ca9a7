#include "base/secret_words.hpp"

#include <algorithm>
#include <string>

#include "base/text.hpp"

namespace touchstone::base {
namespace {

constexpr std::size_t kShortestRandom = 20;

bool is_plain_digit(char c) { return c >= '0' && c <= '9'; }
bool is_plain_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

bool names_secret(std::string_view name) {
  constexpr std::string_view kWords =
      "token key apikey secret password passwd pass pwd auth authorization credential credentials "
      "bearer pat cookie session";
  std::string word;
  const auto lower = lower_case(name) + "-";
  for (const char c : lower) {
    if (is_plain_digit(c) || is_plain_letter(c)) {
      word += c;
      continue;
    }
    if (has_word(kWords, word)) return true;
    word.clear();
  }
  return false;
}

bool looks_random(std::string_view text) {
  if (text.size() < kShortestRandom) return false;
  const auto of_key = [](char c) {
    return is_plain_digit(c) || is_plain_letter(c) || c == '-' || c == '_' || c == '.' ||
           c == '+' || c == '=' || c == '/';
  };
  if (!std::ranges::all_of(text, of_key)) return false;
  std::size_t changes = 0;  // from letter to digit or back
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (is_plain_digit(text[i]) != is_plain_digit(text[i - 1])) ++changes;
  }
  return changes * 5 >= text.size();
}

}  // namespace touchstone::base
