// Canonical JSON (RFC 8785, JCS): one spelling for each value, so that equal values have equal
// digests.
//
// Keys in the order of their UTF-16 code units, no blanks, numbers as ECMAScript writes them,
// strings with as few escapes as possible. Two things that RFC 8785 refuses are given a spelling
// here, because a definition with them must have a digest too: a lone surrogate stays an escape
// (\ud800, lower case), and a number that no double holds (1e400) stays as it is spelled. Pure; any
// thread.
#pragma once

#include <string>

#include "json/document.hpp"

namespace touchstone::json {

[[nodiscard]] std::string canonical(View value);  // empty for the absent value

// SHA-256 of the canonical form, as 64 lower case hexadecimal digits.
[[nodiscard]] std::string digest(View value);
[[nodiscard]] std::string digest_of_canonical(std::string_view canonical);

// The same value for people: a member a line, indented by two blanks, keys in the order they have.
// Characters that hide or reorder text are escaped; nothing else changes, so that
// canonical(indented) is canonical(value).
[[nodiscard]] std::string indented(View value);

}  // namespace touchstone::json
