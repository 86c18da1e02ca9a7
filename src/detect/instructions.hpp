// Instructions: text in a result that is meant to steer the model, and text that a person does not
// see. What the literals point at is examined with the rules and the arithmetic of passage.hpp; the
// rest of a text is never read for it. Pure; any thread.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "detect/finds.hpp"

namespace touchstone::detect {

// Bytes around triggers that are examined in one text; what is beyond is told as unread.
inline constexpr std::size_t kMaxExamined = std::size_t{256} << 10U;

// `triggers` in order.
void find_instructions(std::string_view text, std::span<const std::size_t> triggers, Finds& finds);
void find_hidden_text(std::string_view text, Finds& finds);

}  // namespace touchstone::detect
