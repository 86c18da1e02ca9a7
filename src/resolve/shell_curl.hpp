// curl, which reads only with some of its options, and always reaches the outside.
#pragma once

#include <span>

#include "resolve/shell_script.hpp"
#include "resolve/verdict.hpp"

namespace touchstone::resolve {

// `words` begins with curl's name.
[[nodiscard]] Verdict classify_curl(std::span<const ShellWord> words);

}  // namespace touchstone::resolve
