// Tools of servers that run: those behind a gateway that is up, or those of a config, started for
// the purpose and ended again.
#pragma once

#include <string>

#include "base/error.hpp"
#include "cli/io.hpp"

namespace touchstone::cli {

// The gateway that runs, as the source of a command that takes a tool list.
inline constexpr std::string_view kGatewayInput = "@gateway";

// What the inventory of the gateway that runs says (gateway/inventory.cpp), as text.
[[nodiscard]] base::Result<std::string> tools_of_gateway();
// The same from servers that are started now. What the config's pins say of them
// counts, and stays as it is.
[[nodiscard]] base::Result<std::string> tools_of_config(const std::string& config, Io& io);
// How the servers of the gateway at this socket do (gateway/inventory.cpp), as text.
[[nodiscard]] base::Result<std::string> status_of_gateway(const std::string& socket);

// What the tool's server says of one call by tools/resolve: {"result":…}, {"error":…}, or {} if it
// does not answer that. `source` is @gateway or a config.
struct Call {
  std::string server;
  std::string tool;
  std::string arguments;  // JSON
};
[[nodiscard]] base::Result<std::string> asked_of_server(const std::string& source, const Call& call,
                                                        Io& io);

}  // namespace touchstone::cli
