// What follows from a question whatever the values are: a path below another, a network in another,
// a text that begins with more. For the static check; internal to src/policy. Pure.
#pragma once

#include "policy/leaf.hpp"

namespace touchstone::policy {

// Both ask the same fact, and whenever `a` holds, so does `b`. False where that cannot be told.
[[nodiscard]] bool entails(const Leaf& a, const Leaf& b);
// Both ask the same fact, which is one text, and no text is both. False where that cannot be told.
[[nodiscard]] bool exclude(const Leaf& a, const Leaf& b);

}  // namespace touchstone::policy
