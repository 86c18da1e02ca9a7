// JSON numbers, read exactly: no detour through double, which would round 2^53 + 1.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace touchstone::json {

// The value of a valid JSON number if it is an integer that fits, however it is spelled.
[[nodiscard]] std::optional<std::int64_t> integer_of(std::string_view number);

}  // namespace touchstone::json
