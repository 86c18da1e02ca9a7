// What several rules ask alike, so that a program asks it once in a decision. Internal to
// src/policy.
#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "policy/rule.hpp"

namespace touchstone::policy {

// Leaves that ask the same and take the same side in doubt are one. Numbers are the same only as
// they are written: 0 and -0 are equal, but a text that has one need not have the other, and only
// one of them may be read as a flag.
struct LeafHash {
  [[nodiscard]] std::size_t operator()(const Leaf* leaf) const;
};
struct SameLeaf {
  [[nodiscard]] bool operator()(const Leaf* a, const Leaf* b) const;
};
template <typename T>
using LeafMap = std::unordered_map<const Leaf*, T, LeafHash, SameLeaf>;

// Of the rules of this phase, those asked more than once; what is asked most often first.
[[nodiscard]] std::vector<const Leaf*> shared_leaves(std::span<const Rule> rules, Phase phase);
// Members of families that more than one leaf asks about, however it asks; the `most` of which that
// is most often.
[[nodiscard]] std::vector<FactRef> shared_members(std::span<const Rule> rules, Phase phase,
                                                  std::size_t most);

}  // namespace touchstone::policy
