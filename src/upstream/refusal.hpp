// What a status other than 2xx means, in words and with a remedy.
#pragma once

#include <string>

#include "upstream/http_client.hpp"
#include "upstream/link.hpp"

namespace touchstone::upstream {

inline constexpr std::size_t kMaxRefusalBody = std::size_t{64} << 10;

[[nodiscard]] LinkError refused(const http::ResponseHead& head, std::string body,
                                const std::string& server);

}  // namespace touchstone::upstream
