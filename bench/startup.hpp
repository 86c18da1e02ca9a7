// How long a server takes from exec to its first accepted connection.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace touchstone::bench {

// Starts `command` `times` times, one after the other, and connects to `port` of 127.0.0.1 until
// somebody answers; each time in milliseconds, sorted. Empty if it did not come up within
// kStartSeconds, or if the port is taken.
//
// The port must lie outside the range from which the kernel takes ports for connections: there a
// connection may be given the very port that it is trying to reach, and so reach itself.
[[nodiscard]] std::vector<double> startup_ms(const std::vector<std::string>& command,
                                             std::uint16_t port, std::size_t times);

inline constexpr double kStartSeconds = 20;

}  // namespace touchstone::bench
