// A policy written as a file that load() reads again: what is kept of a policy so that a decision
// can be explained when the file that made it has changed.
//
// What a rule inherited with `extends` stands in it, comments do not. Pure.
#pragma once

#include <string>

#include "policy/policy.hpp"

namespace touchstone::policy {

// JSON, on one line.
[[nodiscard]] std::string rules_as_file(const Policy& policy);

}  // namespace touchstone::policy
