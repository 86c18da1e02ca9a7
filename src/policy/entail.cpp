#include "policy/entail.hpp"

#include <algorithm>

namespace touchstone::policy {
namespace {

std::string_view text_of(const Leaf& leaf) {
  const auto* text = std::get_if<std::string>(&leaf.operands.front());
  return text == nullptr ? std::string_view() : std::string_view(*text);
}

// What `contains` means hangs on whether there is one text or a set of them.
bool is_clear(const Leaf& leaf) {
  return leaf.op != Op::kContains || spec(leaf.fact.id).type != Type::kAny;
}
bool is_member(const Leaf& leaf) {
  return leaf.op == Op::kContains && spec(leaf.fact.id).type == Type::kSet;
}
bool asks_part(const Leaf& leaf) {
  return leaf.op == Op::kStartsWith || leaf.op == Op::kEndsWith ||
         (leaf.op == Op::kContains && !is_member(leaf));
}

// A text that begins with "abc" begins with "ab" and has "b" in it.
bool part_entails(const Leaf& a, const Leaf& b) {
  const bool comparable = a.op == b.op || b.op == Op::kContains;
  return comparable && asks_part(a) && asks_part(b) && has_part(b.op, text_of(a), text_of(b));
}

// It is one of a few values, each of which is such.
bool values_entail(const Leaf& a, const Leaf& b) {
  const bool is_value =
      a.op == Op::kEquals || a.op == Op::kIn || a.op == Op::kIntersects || is_member(a);
  return is_value && std::ranges::all_of(a.operands, [&](const Scalar& operand) {
           const auto* text = std::get_if<std::string>(&operand);
           return text != nullptr && holds_of_text(b, *text);
         });
}

}  // namespace

bool entails(const Leaf& a, const Leaf& b) {
  if (a.fact != b.fact || (b.every && !a.every) || !is_clear(a) || !is_clear(b)) return false;
  if (a.op == Op::kWithinPath && b.op == Op::kWithinPath) return b.path->covers(*a.path);
  if (a.op == Op::kCidr && b.op == Op::kCidr) return b.network->covers(*a.network);
  return part_entails(a, b) || values_entail(a, b);
}

bool exclude(const Leaf& a, const Leaf& b) {
  if (a.fact != b.fact || spec(a.fact.id).type != Type::kText || a.op != b.op) return false;
  if (a.op != Op::kStartsWith && a.op != Op::kEndsWith) return false;
  return !has_part(a.op, text_of(a), text_of(b)) && !has_part(a.op, text_of(b), text_of(a));
}

}  // namespace touchstone::policy
