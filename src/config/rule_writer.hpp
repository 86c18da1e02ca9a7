// The way back for operator rules: conditions and sayings as they stand in a file.
#pragma once

#include "config/tree.hpp"
#include "resolve/rule.hpp"

namespace touchstone::config {

[[nodiscard]] Node condition_node(const resolve::Condition& condition);
[[nodiscard]] Node sayings_node(const resolve::Sayings& sayings);

}  // namespace touchstone::config
