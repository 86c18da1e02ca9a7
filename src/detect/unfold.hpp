// Unfold: a part of a text that is encoded (base64, hexadecimal digits, percent escapes), decoded
// if it is a text. encoded.hpp looks for such parts itself, in prose; here the sweep has found
// them. Pure; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace touchstone::detect {

struct Unfolded {
  std::string text;
  std::size_t begin;  // of the encoded part
  std::size_t end;
};

// Where the encoded part may be that has the run of letters and digits [begin, end) in it; not
// before `from`. Of many runs in one part all have the same, so it need be looked at only once.
struct FoldSpan {
  std::size_t begin;
  std::size_t end;  // without padding
};
[[nodiscard]] FoldSpan fold_span(std::string_view text, std::size_t begin, std::size_t end,
                                 std::size_t from);
// At most `budget` bytes of it are decoded.
[[nodiscard]] std::optional<Unfolded> unfold_run(std::string_view text, const FoldSpan& span,
                                                 std::size_t budget);
// The part around the percent sign at `at`, up to blanks and quotes and not before `from`. `end` is
// where it ends, whether it is a text or not.
[[nodiscard]] std::optional<Unfolded> unfold_percent(std::string_view text, std::size_t at,
                                                     std::size_t from, std::size_t& end);

}  // namespace touchstone::detect
