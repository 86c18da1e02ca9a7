// The JSON grammar, checked byte by byte: the second opinion behind the fast reader.
//
// The fast reader (simdjson) says only *that* a text is bad. This scanner says where and why, and
// it also overrules the fast reader in the two places where that one refuses what RFC 8259 allows:
// a number too large for 64 bits or a double, and an escaped lone surrogate. Such values are not
// ours to judge; they are forwarded as they came.
//
// It is iterative, uses one byte of memory for each open bracket and no more than `max_depth`, and
// looks at each byte once. Duplicate keys are not its business (document.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace touchstone::json {

struct Fault {
  std::size_t offset = 0;
  std::string what;  // "expected ',' or '}' after a member"
};

// The fault of the bracket at `offset`, the first to open with `max_depth` others open around it.
[[nodiscard]] Fault too_deep(std::size_t offset, std::uint32_t max_depth);

// The first place where `text` stops being one JSON value, or nothing if it is one.
[[nodiscard]] std::optional<Fault> find_fault(std::string_view text, std::uint32_t max_depth);

}  // namespace touchstone::json
