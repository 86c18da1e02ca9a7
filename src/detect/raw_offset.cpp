#include "detect/raw_offset.hpp"

#include <algorithm>
#include <string>

#include "json/string.hpp"

namespace touchstone::detect {

std::size_t escape_length(std::string_view raw) {
  if (!raw.starts_with("\\u")) return 2;
  const bool is_high = raw.size() > 3 && (raw[2] == 'd' || raw[2] == 'D') &&
                       std::string_view("89abAB").find(raw[3]) != std::string_view::npos;
  const bool has_low = raw.size() >= 12 && raw[6] == '\\' && raw[7] == 'u' &&
                       (raw[8] == 'd' || raw[8] == 'D') &&
                       std::string_view("cdefCDEF").find(raw[9]) != std::string_view::npos;
  return is_high && has_low ? 12 : 6;
}

std::size_t raw_offset(std::string_view raw, std::size_t decoded) {
  std::size_t at = 1;
  std::string character;
  while (at + 1 < raw.size()) {
    const bool escaped = raw[at] == '\\';
    const auto length = escaped ? std::min(escape_length(raw.substr(at)), raw.size() - 1 - at) : 1;
    character.clear();
    if (escaped) json::append_decoded(character, raw.substr(at, length));
    const auto size = escaped ? character.size() : 1;
    if (decoded < size) return at;
    decoded -= size;
    at += length;
  }
  return at;
}

}  // namespace touchstone::detect
