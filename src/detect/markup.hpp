// Markup: comments that a page would not show, pretended tags such as <important>, and links or
// images that carry data away in their address.
#pragma once

#include <string_view>

#include "detect/mark.hpp"

namespace touchstone::detect {

// The rule of a mark on a comment, whose span is the whole comment.
inline constexpr std::size_t kCommentRule = kMarkupRules;

void find_markup(std::string_view text, Marks& marks);

}  // namespace touchstone::detect
