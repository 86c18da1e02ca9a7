// The tool list built into the program, so that the first minute needs nothing else.
//
// Five small servers that tell the story of the annotation proposals: a salary sheet, a web page
// that anyone may have written, outgoing mail, a shell, and a server that does not tell the truth.
#pragma once

#include <string>

namespace touchstone::cli {

[[nodiscard]] std::string demo_tools();

}  // namespace touchstone::cli
