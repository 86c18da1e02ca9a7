// Nodes as text that the readers take again.
#pragma once

#include <string>

#include "config/tree.hpp"

namespace touchstone::config {

[[nodiscard]] std::string to_yaml(const Node& node);  // block style, without a tab or an alias
[[nodiscard]] std::string to_json(const Node& node);  // indented by two
// One value on one line, as it would stand in a YAML file.
[[nodiscard]] std::string to_line(const Node& node);

}  // namespace touchstone::config
