// Concealed: text on a page that whoever looks at it does not see, and a model reads: comments of
// HTML, elements that their style or an attribute hides, text in the colour of its ground.
//
// Honest pages hide much: menus, templates, remarks of their authors. What is hidden is told only
// if it speaks to a model or gives it orders, by the rules of passage.hpp; that it is hidden
// weighs, too. What a style sheet hides elsewhere is not known here. Linear: what was examined is
// not looked at again. Pure; any thread. Internal to src/detect.
#pragma once

#include <cstddef>
#include <string_view>

#include "detect/confirm.hpp"

namespace touchstone::detect {

// What begins a comment, and properties that may hide, between bars, in any case.
[[nodiscard]] std::string_view concealed_literals();

// `literal` is one of these. Returns where the hidden part ends, or where the literal does if
// nothing is hidden here.
[[nodiscard]] std::size_t confirm_concealed(const Place& literal, Finds& finds);

}  // namespace touchstone::detect
