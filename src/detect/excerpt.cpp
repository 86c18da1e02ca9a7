#include "detect/excerpt.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "detect/unicode.hpp"
#include "json/utf8.hpp"

namespace touchstone::detect {
namespace {

void append(std::string& out, std::string_view character) {
  const auto code = json::utf8_code_point(character);
  if (code == ' ' || code == '\t' || code == '\n' || code == '\r') {
    if (!out.ends_with(' ')) out += ' ';
  } else if (!is_visible(code)) {
    out += fmt::format("\\u{{{:x}}}", code);
  } else {
    out += character;
  }
}

}  // namespace

std::string excerpt(std::string_view text, std::size_t begin, std::size_t end, std::size_t most) {
  auto rest = text.substr(std::min(begin, text.size()), end - begin);
  const bool is_cut = rest.size() > most;
  if (is_cut) rest = rest.substr(0, most);
  std::string out;
  while (!rest.empty()) {
    const auto length = json::utf8_length(rest);
    if (length == 0 && is_cut && rest.size() < 4) break;  // a character that was cut in two
    if (length == 0) out += json::kReplacement;
    if (length > 0) append(out, rest.substr(0, length));
    rest.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return is_cut ? out + "…" : out;
}

}  // namespace touchstone::detect
