// What in a command line, a URL or a header is a secret, as far as names and looks tell. Pure.
#pragma once

#include <string_view>

namespace touchstone::base {

// --api-key, ACCESS_TOKEN, password: a word of the name says that its value is secret.
[[nodiscard]] bool names_secret(std::string_view name);

// Letters and digits mixed in one long word, as no person would write a path, package or flag.
[[nodiscard]] bool looks_random(std::string_view text);

}  // namespace touchstone::base
