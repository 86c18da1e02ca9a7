// Base64 (RFC 4648), strict: padding must be right, no other characters, no spare bits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace touchstone::base {

[[nodiscard]] std::string base64(std::string_view bytes);      // with '+', '/' and padding
[[nodiscard]] std::string base64_url(std::string_view bytes);  // with '-', '_', no padding
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);
[[nodiscard]] std::optional<std::string> from_base64_url(std::string_view text);

}  // namespace touchstone::base
