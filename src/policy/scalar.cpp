#include "policy/scalar.hpp"

#include <charconv>
#include <cmath>

namespace touchstone::policy {

using tree::Node;

std::optional<double> number_of(const Node& node) {
  if (node.kind != Node::Kind::kPlain) return std::nullopt;
  double number = 0;
  const auto* const last = node.text.data() + node.text.size();
  const auto [end, error] = std::from_chars(node.text.data(), last, number);
  const bool whole = error == std::errc() && end == last && std::isfinite(number);
  return whole ? std::optional(number) : std::nullopt;
}

std::optional<bool> flag_of(const Node& node) {
  if (node.kind != Node::Kind::kPlain) return std::nullopt;
  if (node.text == "true") return true;
  if (node.text == "false") return false;
  return std::nullopt;
}

bool is_text(const Node& node) {
  return node.kind == Node::Kind::kQuoted ||
         (node.kind == Node::Kind::kPlain && !flag_of(node) && !number_of(node));
}

}  // namespace touchstone::policy
