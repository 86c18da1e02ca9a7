// What an HTTP request does, by its method.
#pragma once

#include <string_view>

#include "resolve/verdict.hpp"

namespace touchstone::resolve {

[[nodiscard]] bool is_http_method(std::string_view word);  // in either case

[[nodiscard]] Verdict verdict_on_method(std::string_view method);

// A GET is only reading if its target does not say otherwise: "?_method=delete", "/users/7/delete".
// The reason, or empty.
[[nodiscard]] std::string change_in_target(std::string_view url);

}  // namespace touchstone::resolve
