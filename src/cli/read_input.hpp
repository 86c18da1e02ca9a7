// Reading a whole input, bounded.
#pragma once

#include <istream>
#include <string>

#include "base/error.hpp"

namespace touchstone::cli {

// The bytes of a file, or of standard input for "-". Stops at the size limit instead of filling
// memory. A UTF-8 byte order mark at the start is left out.
[[nodiscard]] base::Result<std::string> read_input(const std::string& source,
                                                   std::istream& standard_input,
                                                   std::size_t max_bytes);

// What messages call it.
[[nodiscard]] std::string input_name(const std::string& source);

}  // namespace touchstone::cli
