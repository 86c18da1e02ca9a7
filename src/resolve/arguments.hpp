// Questions about the values of a call's arguments, bounded for values of any size.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "json/document.hpp"

namespace touchstone::resolve {

// false, null, 0, "" and empty lists and objects.
[[nodiscard]] bool is_nothing(json::View value);

// Somewhere inside of `value` a name stands that would decide what a call does, were it an argument
// of its own; or the value is too large to tell.
[[nodiscard]] bool hides_effect(json::View value);

// Some text inside of `value` mentions an address; or the value is too large to tell.
[[nodiscard]] bool mentions_address_inside(json::View value);

}  // namespace touchstone::resolve
