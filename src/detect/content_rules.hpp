// The names that a Detection's rule can have: those of the tables, and those that the confirming
// parts give themselves. For whoever lets people write such a name down. Made once; any thread.
#pragma once

#include <span>
#include <string_view>

namespace touchstone::detect {

[[nodiscard]] std::span<const std::string_view> content_rules();  // sorted

}  // namespace touchstone::detect
