#include <utility>

#include <fmt/format.h>

#include "json/parser.hpp"
#include "tree/plain_json.hpp"
#include "tree/tree.hpp"

namespace touchstone::tree {
namespace {

Node node_of(json::View value);

void add_children(Node& node, json::View value) {
  for (const json::Member member : value.members()) {
    Node& child = node.add(*member.key.as_string(), node_of(member.value));
    child.key_offset = member.key.begin_offset();
  }
  for (const json::View element : value.elements()) node.children.push_back(node_of(element));
}

Node::Kind kind_of(json::Kind kind) {
  switch (kind) {
    case json::Kind::kNull: return Node::Kind::kNull;
    case json::Kind::kBool:
    case json::Kind::kNumber: return Node::Kind::kPlain;
    case json::Kind::kString: return Node::Kind::kQuoted;
    case json::Kind::kArray: return Node::Kind::kList;
    case json::Kind::kObject: return Node::Kind::kMap;
  }
  return Node::Kind::kNull;
}

Node node_of(json::View value) {
  Node node{.kind = kind_of(value.kind()), .offset = value.begin_offset()};
  if (node.kind == Node::Kind::kPlain) node.text = value.raw();
  if (node.kind == Node::Kind::kQuoted) node.text = *value.as_string();
  add_children(node, value);
  return node;
}

std::size_t count_values(json::View value) {
  std::size_t count = 1;
  for (const json::Member member : value.members()) count += 1 + count_values(member.value);
  for (const json::View element : value.elements()) count += count_values(element);
  return count;
}

}  // namespace

Tree read_json(std::string_view text, const Limits& limits) {
  auto plain = plain_json(text);
  if (!plain) return tl::unexpected(std::move(plain.error()));
  json::Parser parser(
      {.max_bytes = limits.max_bytes, .max_depth = static_cast<std::uint32_t>(limits.max_depth)});
  const auto document = parser.parse(json::Text(std::move(*plain)));
  if (!document) {
    return tl::unexpected(Fault{document.error().position.offset, document.error().what, ""});
  }
  if (count_values(document->root()) > limits.max_nodes) {
    return tl::unexpected(Fault{0, fmt::format("more than {} values", limits.max_nodes), ""});
  }
  return node_of(document->root());
}

}  // namespace touchstone::tree
