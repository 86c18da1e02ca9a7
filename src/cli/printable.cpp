#include "cli/printable.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

#include "json/utf8.hpp"

namespace touchstone::cli {
namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

template <std::size_t N>
bool in(const std::array<Range, N>& ranges, std::uint32_t code) {
  for (const auto& range : ranges) {
    if (code >= range.first && code <= range.last) return true;
  }
  return false;
}

// Controls, soft hyphen, zero-width and bidirectional characters, separators, variation selectors
// beyond the usual emoji one, tags, and everything private or unassigned that hides text.
constexpr std::array kHidden{
    Range{0x00, 0x1f},        Range{0x7f, 0x9f},     Range{0xad, 0xad},     Range{0x61c, 0x61c},
    Range{0x115f, 0x1160},    Range{0x17b4, 0x17b5}, Range{0x180b, 0x180f}, Range{0x200b, 0x200f},
    Range{0x2028, 0x202e},    Range{0x2060, 0x206f}, Range{0x3164, 0x3164}, Range{0xe000, 0xf8ff},
    Range{0xfe00, 0xfe0e},    Range{0xfeff, 0xfeff}, Range{0xffa0, 0xffa0}, Range{0xfff0, 0xfffb},
    Range{0xe0000, 0x10ffff},
};

constexpr std::array kWide{
    Range{0x1100, 0x115e},   Range{0x2e80, 0x303e},   Range{0x3041, 0x33ff},
    Range{0x3400, 0x4dbf},   Range{0x4e00, 0x9fff},   Range{0xa000, 0xa4cf},
    Range{0xac00, 0xd7a3},   Range{0xf900, 0xfaff},   Range{0xfe30, 0xfe6f},
    Range{0xff00, 0xff60},   Range{0xffe0, 0xffe6},   Range{0x1f300, 0x1f64f},
    Range{0x1f680, 0x1f6ff}, Range{0x1f900, 0x1faff}, Range{0x20000, 0x3fffd},
};

constexpr std::array kCombining{
    Range{0x300, 0x36f},   Range{0x483, 0x489},   Range{0x591, 0x5bd},
    Range{0x64b, 0x65f},   Range{0x1ab0, 0x1aff}, Range{0x1dc0, 0x1dff},
    Range{0x20d0, 0x20ff}, Range{0xfe0f, 0xfe0f}, Range{0xfe20, 0xfe2f},
};

// Takes one code point off the front; a byte that is no UTF-8 counts as one of its own, which no
// terminal shows.
constexpr std::uint32_t kStrayByte = 0x110000;

std::uint32_t take(std::string_view& text) {
  const auto length = json::utf8_length(text);
  const auto code = length > 0 ? json::utf8_code_point(text.substr(0, length))
                               : kStrayByte + static_cast<unsigned char>(text.front());
  text.remove_prefix(std::max<std::size_t>(length, 1));
  return code;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto* start = text.data();
    const auto code = take(text);
    if (code >= kStrayByte) {
      out += fmt::format("\\x{{{:x}}}", code - kStrayByte);
    } else if (in(kHidden, code)) {
      out += code == '\n' || code == '\t' ? " " : fmt::format("\\u{{{:x}}}", code);
    } else {
      out.append(start, text.data());
    }
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const auto code = take(text);
    if (!in(kCombining, code)) width += in(kWide, code) ? 2 : 1;
  }
  return width;
}

}  // namespace touchstone::cli
