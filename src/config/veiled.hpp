// Veiled: texts of a config that people type secrets into (URLs, arguments), to be shown.
//
// A secret goes by the name beside it: `--api-key X`, `--token=X`, `API_KEY=X`, `Authorization: X`,
// `?key=X`, and whatever stands before the @ of a URL. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

namespace touchstone::config {

inline constexpr std::string_view kHidden = "***";

[[nodiscard]] std::string veiled(std::string_view text);

// The argument says that a secret is the one that follows: `--api-key`.
[[nodiscard]] bool announces_secret(std::string_view argument);

}  // namespace touchstone::config
