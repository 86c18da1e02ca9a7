// What a policy says, in one text: two files with the same rules have the same.
//
// Grants are bound to it, so a comment, a blank or another description voids none, and anything
// that could decide otherwise voids all. What a rule inherits with `extends` is in it. Pure.
#pragma once

#include <string>

#include "policy/policy.hpp"

namespace touchstone::policy {

[[nodiscard]] std::string text_of_rules(const Policy& policy);

}  // namespace touchstone::policy
