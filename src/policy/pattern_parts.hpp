// Texts that must stand in whatever a regular expression is found in: of 'x_[0-9]+\.pem$' that is
// x_ and .pem. For the index of a program; internal to src/policy.
//
// It errs on the side of fewer. Only what stands outside all groups and classes and is not repeated
// counts; where there is a choice between two whole expressions, a flag such as (?i), or an escape
// that is not plain, it gives none at all. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace touchstone::policy {

// The pattern must be one that RE2 takes with its default options. None of them is empty.
[[nodiscard]] std::vector<std::string> parts_of_pattern(std::string_view pattern);

}  // namespace touchstone::policy
