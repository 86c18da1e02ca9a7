// respelled(): a text in which addresses are written so that no reader of addresses knows them,
// though a model does: bob [at] evil [dot] com, bob at evil dot com, evil[.]com, bob&#64;evil.com,
// full-width signs, characters spelled out as \u0040, characters that nobody sees, markup in the
// middle of it.
//
// Only for finding what an argument then has in plain form; nobody is shown it. Linear; pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace touchstone::flow {

// With plain signs in their place; nothing if there is none of them.
[[nodiscard]] std::optional<std::string> respelled(std::string_view text);

}  // namespace touchstone::flow
