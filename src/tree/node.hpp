// Node: one value of a config or policy file as it is written, before anybody asks what it means.
//
// Both readers (YAML and JSON) make these, and so does what prints a config; nothing else knows
// what a file looks like. A scalar keeps its spelling and whether it stood in quotation marks; what
// type it has is decided by the table of whoever asks, never by its looks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace touchstone::tree {

struct Node {
  enum class Kind : std::uint8_t { kNull, kPlain, kQuoted, kList, kMap };

  Kind kind = Kind::kNull;
  std::string text;            // of a scalar, decoded
  std::vector<Node> children;  // of a list or a map
  std::size_t offset = 0;      // byte in the file where the value begins

  // Of a child of a map.
  std::string key;
  std::size_t key_offset = 0;

  [[nodiscard]] bool is_scalar() const { return kind == Kind::kPlain || kind == Kind::kQuoted; }
  [[nodiscard]] const Node* find(std::string_view name) const;  // the child with this key, or null
  Node& add(std::string name, Node value);                      // to a map
};

// For those we make ourselves.
[[nodiscard]] Node text_node(std::string_view text);   // printed with quotation marks where needed
[[nodiscard]] Node plain_node(std::string_view text);  // a number, true or false
[[nodiscard]] Node list_node(const std::vector<std::string>& texts = {});
[[nodiscard]] Node map_node();

// "a map", "a list", "a text", … for messages.
[[nodiscard]] std::string_view with_article(Node::Kind kind);

// Why a file has no tree.
struct Fault {
  std::size_t offset = 0;
  std::string what;
  std::string remedy;
};

using Tree = tl::expected<Node, Fault>;

}  // namespace touchstone::tree
