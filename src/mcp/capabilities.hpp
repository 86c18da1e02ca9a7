// Capabilities of several servers as those of one.
#pragma once

#include <string>
#include <vector>

#include "json/document.hpp"

namespace touchstone::mcp {

// The union: objects are united member by member, a flag is true if any server's is, and of
// anything else the first counts.
[[nodiscard]] std::string unite(const std::vector<json::View>& objects);

}  // namespace touchstone::mcp
