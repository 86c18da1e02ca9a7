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

// "1 tool", "2 tools".
[[nodiscard]] std::string counted(std::size_t count, std::string_view thing);

// The candidate a person most likely meant by `word`, or empty if none is near: the same letters
// in another case, the beginning of it, or at most a third of the letters changed.
[[nodiscard]] std::string_view closest(std::string_view word,
                                       std::span<const std::string_view> candidates);

[[nodiscard]] std::string lower_case(std::string_view text);  // ASCII letters only

}  // namespace touchstone::base
