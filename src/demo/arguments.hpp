// A first look at a call's arguments: are those there that the tool needs, and of the right type?
//
// Only `required` and the plain `type` of each property; a tool checks what else it cares about.
#pragma once

#include <string>

#include "json/document.hpp"

namespace touchstone::demo {

// What is wrong, a sentence for the model, or nothing.
[[nodiscard]] std::string check_arguments(json::View input_schema, json::View arguments);

}  // namespace touchstone::demo
