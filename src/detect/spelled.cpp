#include "detect/spelled.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "detect/ascii.hpp"

namespace touchstone::detect {
namespace {

constexpr std::uint32_t kMaxCode = 0x10FFFF;

using Entity = std::pair<std::string_view, std::uint32_t>;
constexpr std::array<Entity, 23> kEntities{{
    {"amp", '&'},       {"apos", '\''},     {"commat", '@'},
    {"emsp", 0x2003},   {"ensp", 0x2002},   {"gt", '>'},
    {"hairsp", 0x200A}, {"lowbar", '_'},    {"lt", '<'},
    {"nbsp", 0xA0},     {"NewLine", '\n'},  {"numsp", 0x2007},
    {"period", '.'},    {"puncsp", 0x2008}, {"quot", '"'},
    {"shy", 0xAD},      {"Tab", '\t'},      {"thinsp", 0x2009},
    {"zwj", 0x200D},    {"zwnj", 0x200C},   {"ZeroWidthSpace", 0x200B},
    {"hyphen", 0x2010}, {"dash", 0x2010},
}};

// `count` hexadecimal digits here, as a number, or more than any character has.
std::uint32_t hex_at(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size()) return kMaxCode + 1;
  std::uint32_t out = 0;
  for (const char c : text.substr(at, count)) {
    if (!is_ascii_hex(c)) return kMaxCode + 1;
    out = out << 4U | hex_value(c);
  }
  return out;
}

bool is_in(std::uint32_t code, std::uint32_t first, std::uint32_t last) {
  return first <= code && code <= last;
}

// What follows the backslashes at `at`; `letter` is where its letter stands.
Spelled unicode_escape(std::string_view text, std::size_t at, std::size_t letter) {
  const auto high = hex_at(text, letter + 1, 4);
  if (high > kMaxCode) return {};
  const auto end = letter + 5;
  if (!is_in(high, 0xD800, 0xDFFF)) return {high, end - at};
  const auto slashes = letter - at;
  if (text.substr(end, slashes) != text.substr(at, slashes) || end + slashes >= text.size() ||
      text[end + slashes] != 'u') {
    return {};
  }
  const auto low = hex_at(text, end + slashes + 1, 4);
  if (!is_in(high, 0xD800, 0xDBFF) || !is_in(low, 0xDC00, 0xDFFF)) return {};
  return {0x10000 + ((high - 0xD800) << 10U) + (low - 0xDC00), end + slashes + 5 - at};
}

Spelled backslash(std::string_view text, std::size_t at) {
  auto letter = at;
  while (letter < text.size() && text[letter] == '\\' && letter - at < kMaxBackslashes) ++letter;
  if (letter == text.size()) return {};
  switch (text[letter]) {
    case 'n': return {'\n', letter + 1 - at};
    case 'r': return {'\r', letter + 1 - at};
    case 't': return {'\t', letter + 1 - at};
    case 'u': return unicode_escape(text, at, letter);
    case 'x': {
      const auto code = hex_at(text, letter + 1, 2);
      return code < 0x80 ? Spelled{code, letter + 3 - at} : Spelled{};
    }
    default: return {};
  }
}

Spelled numbered(std::string_view name, std::size_t length) {
  name.remove_prefix(1);
  const bool is_hex = name.starts_with('x') || name.starts_with('X');
  if (is_hex) name.remove_prefix(1);
  std::uint32_t code = 0;
  for (const char c : name) {
    if (!(is_hex ? is_ascii_hex(c) : is_ascii_digit(c))) return {};
    code = code * (is_hex ? 16 : 10) + hex_value(c);
  }
  const bool is_character = !name.empty() && code <= kMaxCode && !is_in(code, 0xD800, 0xDFFF);
  return is_character ? Spelled{code, length} : Spelled{};
}

Spelled entity(std::string_view text, std::size_t at) {
  const auto end = text.substr(at, std::size_t{kMaxEntity} * 2).find(';');
  if (end == std::string_view::npos || end < 3) return {};
  const auto name = text.substr(at + 1, end - 1);
  if (name.starts_with('#')) return end < kMaxEntity ? numbered(name, end + 1) : Spelled{};
  const auto* found = std::ranges::find(kEntities, name, &Entity::first);
  return found == kEntities.end() ? Spelled{} : Spelled{found->second, end + 1};
}

}  // namespace

Spelled spelled_at(std::string_view text, std::size_t at) {
  if (text[at] == '\\') return backslash(text, at);
  return text[at] == '&' ? entity(text, at) : Spelled{};
}

bool is_wide_blank(std::uint32_t code) {
  return code == ' ' || is_in(code, '\t', '\r') || code == 0x85 || code == 0xA0 || code == 0x1680 ||
         is_in(code, 0x2000, 0x200A) || is_in(code, 0x2028, 0x2029) || code == 0x202F ||
         code == 0x205F || code == 0x3000;
}

bool is_without_width(std::uint32_t code) {
  return code == 0xAD || is_combining(code) || code == 0x061C || is_in(code, 0x115F, 0x1160) ||
         is_in(code, 0x180B, 0x180F) || is_in(code, 0x200B, 0x200F) ||
         is_in(code, 0x202A, 0x202E) || is_in(code, 0x2060, 0x206F) || code == 0x3164 ||
         is_in(code, 0xFE00, 0xFE0F) || code == 0xFEFF || code == 0xFFA0 ||
         is_in(code, 0xE0000, 0xE0FFF);
}

bool is_pictograph(std::uint32_t code) {
  return is_in(code, 0x2190, 0x21FF) || is_in(code, 0x2300, 0x23FF) ||
         is_in(code, 0x2500, 0x27BF) || is_in(code, 0x2B00, 0x2BFF) ||
         is_in(code, 0x1F000, 0x1FAFF);
}

}  // namespace touchstone::detect
