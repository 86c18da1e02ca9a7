// Condition: what --where asks, compiled once and asked of each tool.
//
//   risk >= high and not readOnlyHint = true
//   readOnlyHint = unset
//   inputMetadata.outcomes = irreversible or legs = sendsOut
//   name ~ '*delete*'
//   tier in (write, destructive) and openWorldHint
//
// Tri-state: `= false` holds only where somebody said false, `= unset` only where nobody said
// anything, and `!=` is the exact opposite of `=`. A set equals a word if the word is a member. A
// bare flag means `= true`. `~` matches text with `*` for anything; without a `*` it looks for a
// part. Words compare without regard to case. A word that a fact can never have is an error, not a
// condition that never holds.
#pragma once

#include <memory>
#include <string_view>

#include "base/error.hpp"
#include "cli/assay.hpp"

namespace touchstone::cli {

class Condition {
 public:
  static base::Result<Condition> parse(std::string_view text);

  [[nodiscard]] bool holds(const Assayed& tool) const;

  struct Node;  // of the syntax tree; see condition.cpp

 private:
  explicit Condition(std::shared_ptr<const Node> root) : root_(std::move(root)) {}
  std::shared_ptr<const Node> root_;  // immutable, so copies of a condition share it
};

}  // namespace touchstone::cli
