// How a value of a call is shown to a person: as the argument spells it.
//
// Flows compare values in a form of their own ("e 118", digits of a phone number without blanks);
// a person looks for what stands in the arguments. Only for showing. Pure; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "json/document.hpp"

namespace touchstone::approval {

inline constexpr std::size_t kMaxSpelled = std::size_t{64}
                                           << 10;  // of a text that is looked through

// What of the argument at `pointer` has the letters and digits of `value`: all of it, or the words
// that do. `value` itself if there is no such thing, since nothing may be shown that does not say
// the same.
[[nodiscard]] std::string as_spelled(json::View arguments, std::string_view pointer,
                                     const std::string& value);

}  // namespace touchstone::approval
