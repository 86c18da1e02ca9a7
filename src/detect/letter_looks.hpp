// latin_look(): the Latin letter that a letter of another alphabet is taken for. styled_look(): the
// plain sign that one of another style is taken for.
//
// For words that are to be found before anything is known of them; names are compared by the full
// tables of Unicode (unicode.hpp), which take longer. Pure; any thread. Internal to src/detect.
#pragma once

#include <cstdint>

namespace touchstone::detect {

// Greek, Cyrillic and Armenian letters; 0 for others.
[[nodiscard]] char latin_look(std::uint32_t code);
// Full-width signs, circled letters, mathematical letters and digits; 0 for others.
[[nodiscard]] char styled_look(std::uint32_t code);

}  // namespace touchstone::detect
