// Unfold: a part of a text that is encoded (base64, hexadecimal digits; on one line, or on several
// of one width as mails have it), decoded if it is a text. encoded.hpp looks for such parts itself,
// in prose; here the sweep has found them. Pure; any thread.
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
  std::size_t end;        // without padding
  std::size_t width = 0;  // of its lines, if it has several
};
[[nodiscard]] FoldSpan fold_span(std::string_view text, std::size_t begin, std::size_t end,
                                 std::size_t from);
// At most `budget` bytes of it are decoded.
[[nodiscard]] std::optional<Unfolded> unfold_run(std::string_view text, const FoldSpan& span,
                                                 std::size_t budget);

}  // namespace touchstone::detect
