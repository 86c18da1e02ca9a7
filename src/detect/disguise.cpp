#include "detect/disguise.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "detect/ascii.hpp"
#include "detect/letter_looks.hpp"
#include "detect/spelled.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kAround = 96;       // on each side, for the words that say what it is,
constexpr std::size_t kMaxReach = 4'096;  // and then as far as no blank or quote stands
constexpr CharacterSet kReachEnds(" \t\r\n\"'`<>");

bool is_graphic(char c) { return c > ' ' && c < 0x7F; }

unsigned byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}
bool is_byte_in(unsigned byte, unsigned least, unsigned most) {
  return least <= byte && byte <= most;
}

// Bytes of the character here, if it is one that shows nothing (Unicode: default ignorable).
std::size_t length_of_invisible(std::string_view text, std::size_t at) {
  const auto first = byte_at(text, at);
  const auto second = byte_at(text, at + 1);
  const auto third = byte_at(text, at + 2);
  switch (first) {
    case 0xC2: return second == 0xAD ? 2 : 0;  // a soft hyphen
    case 0xCD: return second == 0x8F ? 2 : 0;
    case 0xD8: return second == 0x9C ? 2 : 0;
    case 0xE1:
      return (second == 0xA0 && is_byte_in(third, 0x8B, 0x8F)) ||
                     (second == 0x85 && is_byte_in(third, 0x9F, 0xA0))
                 ? 3
                 : 0;
    case 0xE2:
      return (second == 0x80 && (is_byte_in(third, 0x8B, 0x8F) || is_byte_in(third, 0xAA, 0xAE))) ||
                     (second == 0x81 && is_byte_in(third, 0xA0, 0xAF))
                 ? 3
                 : 0;
    case 0xE3: return second == 0x85 && third == 0xA4 ? 3 : 0;
    case 0xEF:
      return (second == 0xBB && third == 0xBF) || (second == 0xBE && third == 0xA0) ||
                     (second == 0xB8 && is_byte_in(third, 0x80, 0x8F))
                 ? 3
                 : 0;
    case 0xF3: return second == 0xA0 ? 4 : 0;  // tags, and more selectors
    default: return 0;
  }
}

// What a percent escape stands for, or 0; other bytes than those of a plain text stay.
char unescaped(std::string_view text, std::size_t at) {
  if (at + 2 >= text.size() || text[at] != '%' || !is_ascii_hex(text[at + 1]) ||
      !is_ascii_hex(text[at + 2]))
    return 0;
  const auto value = hex_value(text[at + 1]) << 4U | hex_value(text[at + 2]);
  const char c = static_cast<char>(value);
  return is_graphic(c) || is_ascii_blank(c) ? c : '\0';
}

// A character of two bytes, or 0.
std::uint32_t short_character(std::string_view text, std::size_t at) {
  const auto first = byte_at(text, at);
  const auto second = byte_at(text, at + 1);
  if (!is_byte_in(first, 0xC2, 0xDF) || !is_byte_in(second, 0x80, 0xBF)) return 0;
  return (first & 0x1FU) << 6U | (second & 0x3FU);
}

// One of three or four bytes, as whoever begins with such a byte should go on; or of length 0.
struct LongCharacter {
  std::size_t length;
  std::uint32_t code;
};
LongCharacter long_character(std::string_view text, std::size_t at) {
  const auto first = byte_at(text, at);
  if (!is_byte_in(first, 0xE0, 0xF4)) return {0, 0};
  const std::size_t length = first < 0xF0 ? 3 : 4;
  std::uint32_t code = first & (length == 3 ? 0x0FU : 0x07U);
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = byte_at(text, at + i);
    if (!is_byte_in(next, 0x80, 0xBF)) return {0, 0};
    code = code << 6U | (next & 0x3FU);
  }
  return {length, code};
}

struct Glyph {
  std::size_t length;  // bytes it is written with
  char looks;          // 0: like nothing
};

// A plain sign in another style, or 0.
Glyph styled_glyph(std::string_view text, std::size_t at) {
  const auto [length, code] = long_character(text, at);
  return {length, length == 0 ? '\0' : styled_look(code)};
}

// A blank or a hyphen of another width or habit than those of ASCII, as these, or 0. Not breaks.
char separator_look(std::uint32_t code) {
  if (code < 0xA0 || code == 0x2028 || code == 0x2029) return 0;
  if (code >= 0x2010 && code <= 0x2012) return '-';  // an en dash parts years and pages
  return is_wide_blank(code) ? ' ' : '\0';
}

// The same for one that is written as it is.
Glyph separator_glyph(std::string_view text, std::size_t at) {
  const auto first = byte_at(text, at);
  if (first == 0xC2) return {2, byte_at(text, at + 1) == 0xA0 ? ' ' : '\0'};
  if (first != 0xE2 && first != 0xE3) return {0, '\0'};
  const auto [length, code] = long_character(text, at);
  return {length, length == 0 ? '\0' : separator_look(code)};
}

// What is spelled out (\u0069, &#105;), if it looks like a plain character or like nothing. Breaks
// and plain blanks stay as they are written: whoever looks for words knows them.
Glyph spelled_glyph(std::string_view text, std::size_t at) {
  const auto spelled = spelled_at(text, at);
  if (const char look = separator_look(spelled.code); look != 0) return {spelled.length, look};
  if (spelled.length == 0 || is_wide_blank(spelled.code)) return {1, text[at]};
  if (is_without_width(spelled.code)) return {spelled.length, '\0'};
  if (spelled.code < 0x80 && is_graphic(static_cast<char>(spelled.code))) {
    return {spelled.length, static_cast<char>(spelled.code)};
  }
  const char styled = styled_look(spelled.code);
  const char look = styled != 0 ? styled : latin_look(spelled.code);
  return look == 0 ? Glyph{1, text[at]} : Glyph{spelled.length, look};
}

bool shows(const Glyph& glyph) { return glyph.looks != '\0' || glyph.length == 1; }

Glyph glyph_at(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == '%') {
    const char plain = unescaped(text, at);
    return plain == 0 ? Glyph{1, c} : Glyph{3, plain};
  }
  if (c == '\\' || c == '&') return spelled_glyph(text, at);
  if (static_cast<unsigned char>(c) < 0x80) return {1, c};
  if (const auto code = short_character(text, at); code != 0) {
    if (const char look = latin_look(code); look != 0) return {2, look};
    if (is_combining(code)) return {2, '\0'};
  }
  if (const auto styled = styled_glyph(text, at); styled.looks != 0) return styled;
  if (const auto separator = separator_glyph(text, at); separator.looks != 0) return separator;
  const auto length = std::min(length_of_invisible(text, at), text.size() - at);
  return length > 0 ? Glyph{length, '\0'} : Glyph{1, c};
}

// One that parts the groups of a number: a digit on one side, and on the other what numbers have.
bool is_between_groups(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin == 0 || end >= text.size()) return false;
  const char left = text[begin - 1];
  const char right = text[end];
  return (is_ascii_digit(left) && (is_ascii_alnum(right) || right == '(')) ||
         (is_ascii_digit(right) && (is_ascii_alnum(left) || left == ')'));
}

// What texts escape by habit (<, >, &, quotes, letters with accents) hides nothing.
bool is_spelled_disguise(std::string_view text, std::size_t at) {
  const auto glyph = spelled_glyph(text, at);
  if (glyph.length == 1) return false;
  if (glyph.looks == ' ' || glyph.looks == '-')
    return is_between_groups(text, at, at + glyph.length);
  const bool is_between = at > 0 && is_graphic(text[at - 1]) && at + glyph.length < text.size() &&
                          is_graphic(text[at + glyph.length]);
  return glyph.looks == '\0' ? is_between : is_ascii_alnum(glyph.looks) || glyph.looks == '@';
}

// A letter of two bytes with a Latin one beside it.
bool is_among_latin(std::string_view text, std::size_t at) {
  return (at > 0 && is_ascii_letter(text[at - 1])) ||
         (at + 2 < text.size() && is_ascii_letter(text[at + 2]));
}

}  // namespace

bool is_disguise(std::string_view text, std::size_t at) {
  if (text[at] == '%') return unescaped(text, at) != 0;
  if (text[at] == '\\' || text[at] == '&') return is_spelled_disguise(text, at);
  if (is_ascii_alnum(styled_glyph(text, at).looks)) return true;
  if (const auto code = short_character(text, at); code >= 0x0300 && code < 0x0590) {
    return is_among_latin(text, at) && (is_combining(code) || latin_look(code) != 0);
  }
  if (const auto separator = separator_glyph(text, at); separator.looks != 0)
    return is_between_groups(text, at, at + separator.length);
  // The first of a row tells for all of them, so that each is looked at once.
  if (at == 0 || !is_graphic(text[at - 1])) return false;
  const auto begin = at;
  while (const auto length = length_of_invisible(text, at)) at += length;
  return at > begin && at < text.size() && is_graphic(text[at]);
}

void DisguisedParts::add(std::string_view text, std::size_t at) {
  const auto known = parts_.empty() ? 0 : parts_.back().end;
  if (parts_.empty() || at > known + kAround) {
    auto begin = at - std::min(kAround, at - known);
    while (begin > known && at - begin < kMaxReach && !kReachEnds.has(text[begin - 1])) --begin;
    parts_.push_back({begin, at});
  }
  auto& end = parts_.back().end;
  end = std::min(text.size(), std::max(end, at + kAround));
  while (end < text.size() && end - at < kMaxReach && !kReachEnds.has(text[end])) ++end;
}

Undisguised::Undisguised(std::string_view part) : part_(part) {
  text_.reserve(part.size());
  for (std::size_t at = 0; at < part.size();) {
    const auto glyph = glyph_at(part, at);
    if (shows(glyph)) text_ += glyph.looks;
    at += glyph.length;
  }
}

std::vector<Detection> Undisguised::in_part(const std::vector<Detection>& found) const {
  // Both ends of each, in the order of the text, so that one walk finds where all of them are.
  struct End {
    std::size_t at;
    std::size_t item;
    bool is_begin;
  };
  std::vector<End> ends;
  for (std::size_t i = 0; i < found.size(); ++i) {
    ends.push_back({found[i].begin, i, true});
    ends.push_back({found[i].end - 1, i, false});
  }
  std::ranges::sort(ends, {}, &End::at);
  auto placed = found;
  std::vector<bool> is_touched(found.size());
  std::size_t plain = 0;
  bool was_disguise = false;
  auto next = ends.begin();
  for (std::size_t at = 0; at < part_.size() && next != ends.end();) {
    const auto glyph = glyph_at(part_, at);
    const auto end = at + glyph.length;
    for (; shows(glyph) && next != ends.end() && next->at == plain; ++next) {
      auto& item = placed[next->item];
      (next->is_begin ? item.begin : item.end) = next->is_begin ? at : end;
      const bool is_next = end < part_.size() && glyph_at(part_, end).length != 1;
      if (next->is_begin ? was_disguise : is_next) is_touched[next->item] = true;
    }
    plain += shows(glyph) ? 1 : 0;
    was_disguise = glyph.length != 1;
    at = end;
  }
  std::vector<Detection> out;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool is_longer = placed[i].end - placed[i].begin != found[i].end - found[i].begin;
    placed[i].is_encoded = is_longer;
    if (is_longer || is_touched[i]) out.push_back(placed[i]);
  }
  return out;
}

}  // namespace touchstone::detect
