// Files, as far as more than one module needs them.
#pragma once

#include <string>

namespace touchstone::base {

// When it was written and how large it is: another text when somebody has changed the file. Empty
// if it is not there.
[[nodiscard]] std::string look_of(const std::string& path);

}  // namespace touchstone::base
