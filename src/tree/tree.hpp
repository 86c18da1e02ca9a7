// From the bytes of a file that people write to its tree of Nodes.
//
// The config and the policy are read through this. Such a file is small, so all limits are small
// too; a hostile file is refused with its place before it costs much. A key that stands twice in
// one map is refused in both languages.
#pragma once

#include <cstddef>
#include <string_view>

#include "tree/node.hpp"

namespace touchstone::tree {

struct Limits {
  std::size_t max_bytes = std::size_t{1} << 20;
  std::size_t max_depth = 32;       // of lists and maps in each other; a config needs 5
  std::size_t max_nodes = 100'000;  // keys and values in one file
};

// JSON if `source` ends in .json or .jsonc, YAML if it ends in .yaml or .yml; any other text is
// JSON if it begins with '{' (after comments). The text has no byte order mark.
[[nodiscard]] Tree read_tree(std::string_view text, std::string_view source,
                             const Limits& limits = {});

// YAML 1.2 without anchors, aliases, tags and second documents: nobody needs them here, and what an
// alias stands for must not be left to the reader's arithmetic. Never throws.
[[nodiscard]] Tree read_yaml(std::string_view text, const Limits& limits = {});

// JSON with // and /* */ comments and a comma after the last member, as editors write it.
[[nodiscard]] Tree read_json(std::string_view text, const Limits& limits = {});

}  // namespace touchstone::tree
