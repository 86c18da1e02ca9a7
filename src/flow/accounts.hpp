// Accounts that prove themselves: an IBAN by its country's length and its check digits, the address
// of a coin by its checksum or its shape.
//
// So they are found wherever they stand: behind a label (`IBAN:GB29…`), in the path of a URL, run
// together with a word, cut into groups by blanks, dots, line breaks or markup. What looks like one
// by accident costs nothing: it is another number than any that somebody names. Pure; linear in the
// text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "flow/token_shapes.hpp"

namespace touchstone::flow {

// The first IBAN of the text whose check digits begin in [from, until); it may go on behind that,
// and its country stand before. Where it stands is counted from the text's beginning.
[[nodiscard]] Shape iban_in(std::string_view text, std::size_t from, std::size_t until,
                            std::string& normal);

// The first address of a coin in [from, until), between signs that are no letters or digits.
[[nodiscard]] Shape coin_in(std::string_view text, std::size_t from, std::size_t until,
                            std::string& normal);

}  // namespace touchstone::flow
