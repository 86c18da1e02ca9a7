// Finds keys that occur twice in one object.
//
// Keys are compared decoded: "a" and "\u0061" are one key to whoever reads the object. Lone
// surrogates decode to U+FFFD here as everywhere, so two keys that differ only in those count as
// equal; readers differ on what they make of them, which is the reason to refuse.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "json/document.hpp"

namespace touchstone::json {

// The first key, in the order of the text, that repeats an earlier key of the object at
// nodes[object], whose members are the nodes after it to the end of the table. `text` must be
// padded (text.hpp).
[[nodiscard]] std::optional<Node> repeated_key(std::string_view text,
                                               const std::vector<Node>& nodes,
                                               std::uint32_t object);

}  // namespace touchstone::json
