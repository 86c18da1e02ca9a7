// What a command line or an argument vector does, by the commands in it.
//
// Read-only only if every command is one of a list that reads, and none of its options is among
// those that make it write, run or send (shell_commands.hpp). Everything else is unknown, or worse
// where it is known to be: rm destroys, `>` overwrites, curl reaches the outside, sudo has more
// rights. Aliases, functions, PATH and the repository's own git settings cannot be seen here.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "resolve/verdict.hpp"

namespace touchstone::resolve {

[[nodiscard]] Verdict classify_shell(std::string_view text);
// Started without a shell: the first is the program.
[[nodiscard]] Verdict classify_argv(std::span<const std::string> words);

}  // namespace touchstone::resolve
