// A text as its difference from another, its base: what both have is kept once.
//
// Made for records in canonical JSON that tell of one call after another: the same punctuation in
// the same order, with other numbers, times and digests in between. Any bytes will do, some for
// less gain; to look for what they have in common takes no longer than kMaxLooked allows.
//
// The form is a row of steps. A step is three numbers (seven bits a byte, the lowest first): how
// many bytes are those of the base, how many of the base are left out, how many stand there
// instead; then these. What is left of the base after the last step is the rest of the text.
//
// Pure; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace touchstone::store {

// Bytes of bases that one difference looks through for where a text goes on.
inline constexpr std::size_t kMaxLooked = std::size_t{256} << 10U;

[[nodiscard]] std::string difference(std::string_view base, std::string_view text);

// The text, which is never longer than both together; nothing if `difference` is not one of `base`.
[[nodiscard]] std::optional<std::string> patched(std::string_view base,
                                                 std::string_view difference);

}  // namespace touchstone::store
