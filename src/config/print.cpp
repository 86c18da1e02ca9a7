#include "config/print.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.hpp"
#include "json/string.hpp"

namespace touchstone::config {
namespace {

using Kind = Node::Kind;

std::string indent(std::size_t depth) { return std::string(2 * depth, ' '); }

// A text that any reader of YAML takes for a text without quotation marks.
bool is_word(std::string_view text) {
  constexpr std::array<std::string_view, 10> kNotTexts{"null", "true", "false", "yes", "no",
                                                       "on",   "off",  "y",     "n",   "nan"};
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_sign = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == '/';
  };
  return !text.empty() && (is_letter(text.front()) || text.front() == '/') &&
         std::ranges::all_of(text, is_sign) &&
         std::ranges::find(kNotTexts, base::lower_case(text)) == kNotTexts.end();
}

// 30s and 16MiB look like nothing else either.
bool is_quantity(std::string_view text) {
  const auto unit = text.find_first_not_of("0123456789");
  return unit != 0 && unit != std::string_view::npos && text.substr(unit) != "e" &&
         std::ranges::all_of(text.substr(unit), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
         });
}

std::string yaml_text(std::string_view text) {
  return is_word(text) || is_quantity(text) ? std::string(text) : json::quoted(text);
}

std::string scalar(const Node& node) {
  if (node.kind == Kind::kNull) return "null";
  return node.kind == Kind::kPlain ? node.text : yaml_text(node.text);
}

void append_yaml(std::string& out, const Node& node, std::size_t depth) {
  for (const auto& child : node.children) {
    out += indent(depth);
    out += node.kind == Kind::kMap ? yaml_text(child.key) + ":" : "-";
    const bool block = !child.children.empty();
    out += block ? "\n" : " " + to_line(child) + "\n";
    if (block) append_yaml(out, child, depth + 1);
  }
}

void append_json(std::string& out, const Node& node, std::size_t depth) {
  if (node.kind == Kind::kQuoted) {
    json::append_quoted(out, node.text);
  } else if (node.kind == Kind::kPlain || node.kind == Kind::kNull) {
    out += scalar(node);
  } else {
    const bool map = node.kind == Kind::kMap;
    out += map ? '{' : '[';
    for (const auto& child : node.children) {
      out += &child == &node.children.front() ? "\n" : ",\n";
      out += indent(depth + 1);
      if (map) out += json::quoted(child.key) + ": ";
      append_json(out, child, depth + 1);
    }
    if (!node.children.empty()) out += "\n" + indent(depth);
    out += map ? '}' : ']';
  }
}

}  // namespace

std::string to_line(const Node& node) {
  if (node.kind != Kind::kList && node.kind != Kind::kMap) return scalar(node);
  const bool map = node.kind == Kind::kMap;
  std::string out = map ? "{" : "[";
  for (const auto& child : node.children) {
    if (&child != &node.children.front()) out += ", ";
    if (map) out += yaml_text(child.key) + ": ";
    out += to_line(child);
  }
  return out + (map ? "}" : "]");
}

std::string to_yaml(const Node& node) {
  if (node.children.empty()) return to_line(node) + "\n";
  std::string out;
  append_yaml(out, node, 0);
  return out;
}

std::string to_json(const Node& node) {
  std::string out;
  append_json(out, node, 0);
  return out + "\n";
}

}  // namespace touchstone::config
