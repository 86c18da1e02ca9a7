// What in an argument says where something goes or what is done, and is no mere content. Careful
// rather than clever: what is not surely prose counts. Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::approval {

// How much the text under a parameter's name decides, least first.
//   content  what is said; only addresses in it decide
//   path     a place among documents
//   exact    all of it decides: recipients, accounts, commands, queries
enum class Weight : std::uint8_t { kContent, kPath, kExact };
[[nodiscard]] Weight weight_of(std::string_view name);

// The parts of a text that another text of the same shape must have, each with a letter for its
// kind: '=' all of it, '/' the folder and ending of a path, ':' the host and folder of a URL, '@' a
// mail address.
[[nodiscard]] std::vector<std::string> fixed_parts(std::string_view text, Weight weight);

}  // namespace touchstone::approval
