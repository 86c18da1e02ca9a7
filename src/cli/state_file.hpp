// Where a gateway keeps what outlives it, unless its config says another place.
//
// Two configs may have a server of the same name, so each config has files of its own in the
// person's state folder ($XDG_STATE_HOME, or ~/.local/state). Without a config, that is with the
// demo servers, there is one. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "config/config.hpp"

namespace touchstone::cli {

// "…/touchstone/pins-work-0123456789abcdef.json" for stem "pins" and ending ".json".
[[nodiscard]] std::string state_file(const config::Config& config, std::string_view stem,
                                     std::string_view ending);

// Of labels, decisions and approvals; config::kInMemory if the gateway keeps none.
[[nodiscard]] std::string store_path(const config::Config& config);

}  // namespace touchstone::cli
