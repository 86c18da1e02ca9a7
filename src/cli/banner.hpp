// The banner of `touchstone run`: where it listens, what is behind it, and what to write into a
// client's config, ready to copy.
#pragma once

#include <cstdint>
#include <string>

#include "cli/host.hpp"
#include "cli/io.hpp"

namespace touchstone::cli {

// `program` is how a client starts this program: see own_program().
void print_banner(const Origin& origin, std::uint16_t port, const std::string& program, Io& io);

// "touchstone" if the search path of this process finds just this program under that name,
// otherwise its full path: what a client can start.
[[nodiscard]] std::string own_program();

}  // namespace touchstone::cli
