// check(): what an author should know about one tool's declaration.
//
// Contradictions between claims, hints that are missing, hints that mean nothing on a read-only
// tool, and whatever could not be read. Evidence beyond the declaration (what the words imply, what
// was observed) adds doubts and lies through the profile.
#pragma once

#include <vector>

#include "model/finding.hpp"
#include "model/profile.hpp"
#include "model/tool.hpp"

namespace touchstone::model {

// Findings in the order in which an author would fix them: the most severe first, then as they
// stand in the definition.
[[nodiscard]] std::vector<Finding> check(const Tool& tool, const Profile& profile);

}  // namespace touchstone::model
