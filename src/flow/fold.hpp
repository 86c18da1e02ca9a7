// Folding: the one spelling in which texts are compared.
//
// Letters are lower case, and whatever is neither letter nor digit is one blank, so that case,
// layout, quotation marks and markdown do not hide a copy. Folded text is words, each with one
// blank behind it. Characters beyond ASCII stay as they are, but Unicode's general punctuation
// counts as punctuation, characters without width vanish, and ASCII in another dress (full-width,
// mathematical alphabets, tags that nobody sees) is ASCII.
#pragma once

#include <string>
#include <string_view>

namespace touchstone::flow {

// Folding what is folded changes nothing.
[[nodiscard]] std::string folded(std::string_view text);
// The same behind what `out` has, which is folded text or empty.
void append_folded(std::string& out, std::string_view text);
// Without any blank: letters and digits alone.
[[nodiscard]] std::string squeezed(std::string_view text);

}  // namespace touchstone::flow
