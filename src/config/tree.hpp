// From the bytes of a config file to its tree of Nodes.
//
// A file is small, so all limits are small too; a hostile file is refused with its place before it
// costs much. A key that stands twice in one map is refused in both languages.
#pragma once

#include <cstddef>
#include <string_view>

#include "config/node.hpp"

namespace touchstone::config {

inline constexpr std::size_t kMaxFileBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxDepth = 32;       // of lists and maps in each other; we need 5
inline constexpr std::size_t kMaxNodes = 100'000;  // keys and values in one file

// JSON if `source` ends in .json or .jsonc, YAML if it ends in .yaml or .yml; any other text is
// JSON if it begins with '{' (after comments). The text has no byte order mark.
[[nodiscard]] Tree read_tree(std::string_view text, std::string_view source);

// YAML 1.2 without anchors, aliases, tags and second documents: a config needs none of them, and
// what an alias stands for must not be left to the reader's arithmetic. Never throws.
[[nodiscard]] Tree read_yaml(std::string_view text);

// JSON with // and /* */ comments and a comma after the last member, as editors write it.
[[nodiscard]] Tree read_json(std::string_view text);

}  // namespace touchstone::config
