// Decoded: what a text says to whoever decodes it.
//
// Percent and other escapes, then base64 in either alphabet and hexadecimal digits, each put in
// place of what it was encoded as: a URL with a text in its query becomes that URL with the text in
// the clear. One deep, and never longer than the text. Who decodes is detect (encoded.hpp,
// unfold.hpp); what does not decode to a text stays as it is. Pure; a text with nothing encoded in
// it costs one look.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace touchstone::flow {

// Nothing: it is the same decoded. Runs that are too short to hold `least` bytes are left alone.
[[nodiscard]] std::optional<std::string> decoded(std::string_view text, std::size_t least);

}  // namespace touchstone::flow
