// The clean environment of a child process.
//
// Our own environment may hold secrets that are meant for other servers, or for nobody but us; and
// variables such as LD_PRELOAD or NODE_OPTIONS that change what a program does. So a server gets
// what nearly every program needs to find its files and speak the user's language, and nothing else
// unless the config grants it:
//   PATH HOME USER LOGNAME SHELL TERM   what the official SDKs hand to a server
//   LANG LANGUAGE LC_* TZ TMPDIR        language, clock, and where temporary files may go
// Then the names in `inherit`, as they are in ours, and last the config's `env`, which wins.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/config.hpp"

namespace touchstone::upstream {

// "NAME=value" each; a name stands once.
using Environment = std::vector<std::string>;

[[nodiscard]] Environment clean_environment(const config::Server& server,
                                            const char* const* ours = nullptr);  // null: environ
[[nodiscard]] std::string_view value_of(const Environment& environment, std::string_view name);

}  // namespace touchstone::upstream
