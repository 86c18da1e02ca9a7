// What a scalar of a file is, by its spelling alone. Internal to src/policy.
#pragma once

#include <optional>

#include "tree/node.hpp"

namespace touchstone::policy {

[[nodiscard]] std::optional<double> number_of(const tree::Node& node);
[[nodiscard]] std::optional<bool> flag_of(const tree::Node& node);
// A plain true or 5 is not taken for a text: in JSON it would be something else.
[[nodiscard]] bool is_text(const tree::Node& node);

}  // namespace touchstone::policy
