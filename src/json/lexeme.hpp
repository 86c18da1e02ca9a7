// The words of JSON: strings, numbers and literals, each scanned from its first byte.
//
// Part of the grammar (grammar.hpp), apart from it because words do not nest.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "json/grammar.hpp"

namespace touchstone::json {

// Scans the word of `text` at `at` and moves `at` behind it. A fault, if there is one, says where.
[[nodiscard]] std::optional<Fault> scan_string(std::string_view text, std::size_t& at);
[[nodiscard]] std::optional<Fault> scan_number(std::string_view text, std::size_t& at);
[[nodiscard]] std::optional<Fault> scan_literal(std::string_view text, std::size_t& at,
                                                std::string_view literal);

// What stands at `at`, for a message: "'x'", "U+201C", "byte 0xFF", "the end of the text". Nothing
// but printable ASCII, so that a hostile text cannot play tricks on a terminal.
[[nodiscard]] std::string describe(std::string_view text, std::size_t at);

}  // namespace touchstone::json
