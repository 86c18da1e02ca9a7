// What people are told to type: the option that names our config, for commands that look into our
// store. Pure but for the working directory; the loop's thread.
#pragma once

#include <string>

#include "config/config.hpp"

namespace touchstone::gateway {

// The config's file, absolute, to name in what clients are told; empty if there is none. Where
// tokens tell clients apart, it is nobody's business.
[[nodiscard]] std::string config_file_for_people(const config::Config& config);
// Is the store one that commands can look into?
[[nodiscard]] inline bool commands_reach(const config::Config& config) {
  return config.store != config::kInMemory;
}
// " --config FILE" of it, or nothing.
[[nodiscard]] std::string config_option_for_people(const config::Config& config);
// The same for our own log, which the operator reads.
[[nodiscard]] std::string config_option(const config::Config& config);

}  // namespace touchstone::gateway
