// raw_offset(): from a place in a decoded JSON string to the place in the bytes it was spelled
// with.
#pragma once

#include <cstddef>
#include <string_view>

namespace touchstone::detect {

// `raw` is a valid JSON string with its quotes. The offset in it of the byte `decoded` of what it
// decodes to; of the closing quote if there is no such byte.
[[nodiscard]] std::size_t raw_offset(std::string_view raw, std::size_t decoded);

// Bytes of the escape that `raw` begins with; a surrogate pair is one.
[[nodiscard]] std::size_t escape_length(std::string_view raw);

}  // namespace touchstone::detect
