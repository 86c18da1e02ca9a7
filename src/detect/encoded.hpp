// Encoded: texts inside a text, in base64, hex, percent or backslash escapes, or HTML entities.
//
// Only finds and decodes; whoever asked examines what comes out (passage.hpp), to a depth and a
// size that are bounded there. What decodes to anything else than a readable text is left out:
// keys, digests and pictures are not messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::detect {

struct Decoded {
  std::string text;
  std::size_t begin;  // where it stands, encoded
  std::size_t end;
};

inline constexpr std::size_t kMaxDecoded = 16;                          // texts found in one text
inline constexpr std::size_t kMaxDecodedBytes = std::size_t{64} << 10;  // of each

[[nodiscard]] std::vector<Decoded> decode_inside(std::string_view text);

// The text with each escape in it replaced by what it stands for, readable or not; one deep.
[[nodiscard]] std::string unescaped(std::string_view text);

}  // namespace touchstone::detect
