// --listen, as a person types it.
#pragma once

#include <string>

#include "base/error.hpp"
#include "config/config.hpp"

namespace touchstone::cli {

// "127.0.0.1:7332", "[::1]:7332" or "7332" into config.host and config.port. An address that others
// can reach is refused if the config has no tokens.
[[nodiscard]] base::Result<void> read_listen(const std::string& text, config::Config& config);

}  // namespace touchstone::cli
