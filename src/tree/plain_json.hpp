// JSON as people write it into config files, made plain: comments and the comma after the last
// member become spaces, so that every other byte keeps its place.
#pragma once

#include <string>
#include <string_view>

#include "tree/node.hpp"

namespace touchstone::tree {

// Only what is between strings is touched. A comment that does not end is a fault.
[[nodiscard]] tl::expected<std::string, Fault> plain_json(std::string_view text);

// The first byte that is neither white space nor in a comment; 0 if there is none.
[[nodiscard]] char first_sign(std::string_view text);

}  // namespace touchstone::tree
