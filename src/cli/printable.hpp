// Text from elsewhere, made safe and visible for a terminal.
//
// Names and descriptions come from servers we do not trust. An escape sequence in one of them could
// repaint the screen, and a bidirectional or zero-width character could make a person read
// something else than what is there. Such characters are shown as \u{202e}, bytes that are no UTF-8
// as \x{c3}.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace touchstone::cli {

[[nodiscard]] std::string printable(std::string_view text);

// Columns that already printable text takes on a terminal: wide East Asian characters and emoji
// take two, combining marks none.
[[nodiscard]] std::size_t display_width(std::string_view text);

}  // namespace touchstone::cli
