// Hints: what a program tells its user of its own commands, in brackets.
//
//   (use "git add <file>..." to update what will be committed)
//
// It has the grammar of an order and says with placeholders what the reader has to fill in: it
// names no value of its own. Whatever has one (a capital, a digit, an address) is no hint.
// Pure, linear, never allocates.
#pragma once

#include <cstddef>
#include <string_view>

namespace touchstone::flow {

inline constexpr std::size_t kMaxHint = 200;  // bytes; what is longer is a text

// The length of the hint that the text begins with; 0: it begins with none.
[[nodiscard]] std::size_t length_of_hint(std::string_view text);

}  // namespace touchstone::flow
