// Signatures with a shared secret: HMAC-SHA256. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

namespace touchstone::base {

[[nodiscard]] std::string hmac_sha256(std::string_view secret, std::string_view bytes);  // 32 bytes

// Takes the same time wherever the first difference is.
[[nodiscard]] bool same_signature(std::string_view a, std::string_view b);

}  // namespace touchstone::base
