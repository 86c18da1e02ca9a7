// Small text helpers that more than one module needs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::base {

// "a", "a and b", "a, b and c" (or with another last word: "a, b or c").
[[nodiscard]] std::string list_in_words(const std::vector<std::string>& items,
                                        std::string_view last = "and");

// Each byte as two lower case hexadecimal digits.
[[nodiscard]] std::string hex(std::string_view bytes);

// "1 tool", "2 tools".
[[nodiscard]] std::string counted(std::size_t count, std::string_view thing);

// The candidate a person most likely meant by `word`, or empty if none is near: the same letters
// in another case, the beginning of it, or at most a third of the letters changed.
[[nodiscard]] std::string_view closest(std::string_view word,
                                       std::span<const std::string_view> candidates);

[[nodiscard]] std::string lower_case(std::string_view text);  // ASCII letters only

// The word as a shell takes it for one, in quotes if need be.
[[nodiscard]] std::string shell_word(std::string_view word);

// `text` is what `pattern` says, in which `*` stands for anything. Time is at most the product of
// the two lengths.
[[nodiscard]] bool matches_glob(std::string_view text, std::string_view pattern);

// `word` is one of the words of `list`, which stand between single spaces: a small table of words.
[[nodiscard]] constexpr bool has_word(std::string_view list, std::string_view word) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return false;
  for (auto at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

}  // namespace touchstone::base
