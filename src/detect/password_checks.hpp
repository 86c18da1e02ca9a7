// Does a value look like a password or a key, or is it a name, a reference or a placeholder? For
// what is assigned (confirm_assigned.cpp) and what stands on a command line (confirm_command.cpp).
// Pure; any thread. Internal to src/detect.
#pragma once

#include <string_view>

namespace touchstone::detect {

// Stands for a value that is somewhere else: $NAME, ${NAME}, {{name}}, <name>, call(), list[0].
[[nodiscard]] bool is_reference(std::string_view value, bool is_quoted);

[[nodiscard]] bool looks_like_password(std::string_view value, bool is_quoted);
// With punctuation in it, and yet no piece of code.
[[nodiscard]] bool looks_like_punctuated_password(std::string_view value, bool is_quoted);
[[nodiscard]] bool looks_like_key(std::string_view value);
// A secret that somebody made up, longer than a password need be.
[[nodiscard]] bool looks_like_secret(std::string_view value, bool is_quoted);

}  // namespace touchstone::detect
