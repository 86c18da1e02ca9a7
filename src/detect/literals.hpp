// Literals: strings that give away what a text is about, whatever words stand around them: files
// that hold secrets, fragments of shell commands, the tokens that separate roles in a prompt.
//
// Found without regard to ASCII case, in one pass over the text.
#pragma once

#include <string_view>

#include "detect/mark.hpp"

namespace touchstone::detect {

void find_literals(std::string_view text, Marks& marks);

}  // namespace touchstone::detect
