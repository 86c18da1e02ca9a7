// JSON Pointer (RFC 6901): the address of a value, for findings and error messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "json/document.hpp"

namespace touchstone::json {

// `base` with one more reference token; '~' and '/' in the token are escaped.
[[nodiscard]] std::string pointer(std::string_view base, std::string_view token);
[[nodiscard]] std::string pointer(std::string_view base, std::size_t index);

// The value at `pointer` below `root`; absent if the pointer leads nowhere.
[[nodiscard]] View at(View root, std::string_view pointer);

}  // namespace touchstone::json
