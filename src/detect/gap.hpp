// Gap: what may stand between two words of a phrase besides one blank, and is nothing to whoever
// reads it: more blanks of any width, line breaks, both also spelled out (\n, &nbsp;), characters
// without width, small pictures, tags, marks of emphasis, quotation and comments.
//
// Bounded, so that a long row of such is looked at a fixed number of times. Pure; any thread.
// Internal to src/detect.
#pragma once

#include <cstddef>
#include <string_view>

namespace touchstone::detect {

inline constexpr std::size_t kMaxGap = 160;

// Where the gap that begins at `at` ends; `at` if there is none.
[[nodiscard]] std::size_t past_gap(std::string_view text, std::size_t at);
// Where the gap that ends before `end` begins; `end` if there is none.
[[nodiscard]] std::size_t before_gap(std::string_view text, std::size_t end);

}  // namespace touchstone::detect
