#include "tree/node.hpp"

#include <algorithm>
#include <utility>

namespace touchstone::tree {

const Node* Node::find(std::string_view name) const {
  const auto it = std::ranges::find(children, name, &Node::key);
  return kind == Kind::kMap && it != children.end() ? &*it : nullptr;
}

Node& Node::add(std::string name, Node value) {
  value.key = std::move(name);
  return children.emplace_back(std::move(value));
}

Node text_node(std::string_view text) {
  return {.kind = Node::Kind::kQuoted, .text = std::string(text)};
}

Node plain_node(std::string_view text) {
  return {.kind = Node::Kind::kPlain, .text = std::string(text)};
}

Node list_node(const std::vector<std::string>& texts) {
  Node list{.kind = Node::Kind::kList};
  for (const auto& text : texts) list.children.push_back(text_node(text));
  return list;
}

Node map_node() { return {.kind = Node::Kind::kMap}; }

std::string_view with_article(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::kNull: return "nothing";
    case Node::Kind::kPlain:
    case Node::Kind::kQuoted: return "a single value";
    case Node::Kind::kList: return "a list";
    case Node::Kind::kMap: return "a map of keys";
  }
  return "nothing";
}

}  // namespace touchstone::tree
