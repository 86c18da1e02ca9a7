// excerpt(): a few words of somebody else's text, safe to show in a reason.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace touchstone::detect {

inline constexpr std::size_t kMaxExcerpt = 80;  // bytes of the original

// The bytes [begin, end) of the text, cut at a character if they are more than `most`. Blanks
// become one blank; controls, hidden and private characters are shown as \u{202e}.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t begin, std::size_t end,
                                  std::size_t most = kMaxExcerpt);

}  // namespace touchstone::detect
