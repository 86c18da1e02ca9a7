// JSON strings: escapes in, escapes out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace touchstone::json {

// Appends the decoded form of `body`, the bytes between the quotes of a valid JSON string.
// A lone surrogate becomes U+FFFD.
void append_decoded(std::string& out, std::string_view body);

// Appends `text` as a JSON string with quotes. Bytes that are not UTF-8 become U+FFFD, so the
// result is valid whatever comes in; controls and characters that reorder or hide text are escaped,
// so it is also safe to look at.
void append_quoted(std::string& out, std::string_view text);
[[nodiscard]] std::string quoted(std::string_view text);

// The same for a text that needs no escapes; false: it does, and what was put is of no use. `into`
// has room for the text and kQuotingRoom bytes more.
inline constexpr std::size_t kQuotingRoom = 18;  // two quotes, and the rest of a block
[[nodiscard]] bool put_plain(char* into, std::string_view text);

// True if `text` is well-formed UTF-8; otherwise `bad_offset` (if given) gets the first bad byte.
[[nodiscard]] bool is_utf8(std::string_view text, std::size_t* bad_offset = nullptr);

}  // namespace touchstone::json
