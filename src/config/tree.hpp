// What a config file is read into: src/tree, whose names this module uses as its own.
#pragma once

#include <cstddef>

#include "tree/node.hpp"
#include "tree/notes.hpp"
#include "tree/tree.hpp"
#include "tree/units.hpp"

namespace touchstone::config {

using tree::duration_text;
using tree::Fault;
using tree::kMaxNotes;
using tree::list_node;
using tree::map_node;
using tree::Milliseconds;
using tree::Node;
using tree::Note;
using tree::Notes;
using tree::parse_count;
using tree::parse_duration;
using tree::parse_share;
using tree::parse_size;
using tree::plain_node;
using tree::read_json;
using tree::read_tree;
using tree::read_yaml;
using tree::size_text;
using tree::tell;
using tree::text_node;
using tree::Tree;
using tree::with_article;

inline constexpr std::size_t kMaxFileBytes = tree::Limits{}.max_bytes;
inline constexpr std::size_t kMaxNodes = tree::Limits{}.max_nodes;

}  // namespace touchstone::config
