// One tool of a list, by the name a person typed.
#pragma once

#include <string>

#include "base/error.hpp"
#include "cli/assay.hpp"

namespace touchstone::cli {

[[nodiscard]] std::string full_name(const Assayed& tool);  // "server/name", or the name alone

// By name or server/name; fails if there is none, or several servers have it. Valid as long as the
// assay is.
[[nodiscard]] base::Result<const Assayed*> find_tool(const Assay& assay, const std::string& wanted);

}  // namespace touchstone::cli
