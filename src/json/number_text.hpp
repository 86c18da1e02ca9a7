// Numbers as ECMAScript spells them, which is also their canonical form (RFC 8785).
#pragma once

#include <string>

namespace touchstone::json {

// The shortest text that reads back as `value`, which is finite.
void append_number(std::string& out, double value);

}  // namespace touchstone::json
