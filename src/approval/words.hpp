// Foreign texts among our own lines: nothing that a server or a model wrote can imitate them.
//
// A text is shown on one line. A plain name stands as it is; everything else stands in quotation
// marks with controls, line breaks and characters that hide or reorder text as escapes. What is
// longer than a bound is cut off, and says so. Pure; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "store/time.hpp"

namespace touchstone::approval {

inline constexpr std::size_t kMaxShownText = 240;  // bytes, of one text in a line

[[nodiscard]] std::string shown(std::string_view text);

// The longest beginning of `text` with at most `most` bytes that cuts no character in two.
[[nodiscard]] std::string_view beginning_of(std::string_view text, std::size_t most);

// "2026-03-01T12:05:10Z": nothing finer than a second is shown.
[[nodiscard]] std::string time_text(store::Time time);

}  // namespace touchstone::approval
