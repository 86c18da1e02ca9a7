// The config's words for what faces need to know.
#pragma once

#include "config/config.hpp"
#include "face/options.hpp"

namespace touchstone::cli {

[[nodiscard]] face::Limits face_limits(const config::Config& config);
[[nodiscard]] face::Door face_door(const config::Config& config);

}  // namespace touchstone::cli
