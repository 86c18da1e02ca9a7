#include "detect/looks.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "detect/ascii.hpp"
#include "detect/spelled.hpp"
#include "json/utf8.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kMaxFormatTag = 256;

// Inside a line; what they stand around goes on.
constexpr std::array<std::string_view, 17> kInlineTags{
    "a",    "abbr", "b",     "bdi",  "code",   "em",  "font", "i", "ins",
    "mark", "s",    "small", "span", "strong", "sub", "sup",  "u"};
// These begin a line.
constexpr std::array<std::string_view, 9> kBlockTags{"br", "div", "li", "p",  "td",
                                                     "th", "tr",  "ul", "wbr"};

struct FormatTag {
  std::size_t length = 0;  // 0: none
  bool is_block = false;
};

FormatTag format_tag(std::string_view text) {
  const auto end = text.substr(0, kMaxFormatTag).find('>');
  if (end == std::string_view::npos) return {};
  auto name = text.substr(1, end - 1);
  if (name.starts_with('/')) name.remove_prefix(1);
  name = name.substr(0, name.find_first_of(" \t\n/"));
  const auto lower = base::lower_case(name);
  if (std::ranges::find(kInlineTags, lower) != kInlineTags.end()) return {end + 1, false};
  if (std::ranges::find(kBlockTags, lower) != kBlockTags.end()) return {end + 1, lower != "wbr"};
  return {};
}

// A star that begins an item of a list has a blank after it, and an underscore inside a name has
// letters on both sides; others only say how to print what is between them.
bool is_emphasis(std::string_view text, std::size_t at) {
  const char mark = text[at];
  const char before = at > 0 ? text[at - 1] : ' ';
  const char after = at + 1 < text.size() ? text[at + 1] : ' ';
  if (mark == '*') return !is_ascii_blank(after) || (!is_ascii_blank(before) && before != '\\');
  if (mark == '_') return !is_ascii_alnum(before) || !is_ascii_alnum(after);
  return before == mark || after == mark;
}

// One blank, by any name; 0 if none is here.
Spelled blank_at(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (is_ascii_blank(c)) return {static_cast<unsigned char>(c), 1};
  auto here = spelled_at(text, at);
  if (here.length == 0 && static_cast<unsigned char>(c) >= 0x80) {
    here.length = json::utf8_length(text.substr(at));
    if (here.length > 0) here.code = json::utf8_code_point(text.substr(at, here.length));
  }
  return here.length > 0 && is_wide_blank(here.code) ? here : Spelled{};
}

// Programs name these in patterns and tables; nobody reads them.
bool is_control(std::uint32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

// A character without width that is spelled out hides nothing but the word it is in. Tags spell.
bool is_tag_code(std::uint32_t code) { return code >= 0xE0000; }

bool is_combining_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  return at + 1 < text.size() && (byte(at) == 0xCC || (byte(at) == 0xCD && byte(at + 1) < 0xB0)) &&
         json::is_utf8_continuation(text[at + 1]);
}

// What may be the beginning of anything but itself.
constexpr CharacterSet kWordTurns("\\&<*_~\n\xC2\xCC\xCD\xE1\xE2\xE3");

char last_letter(std::string_view text) {
  const auto at = text.find_last_not_of(" \t\r\n");
  return at == std::string_view::npos ? '\0' : text[at];
}

}  // namespace

void Looks::put(std::string_view bytes, std::size_t from, bool is_plain) {
  steps_.push_back(
      {static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(from), is_plain});
  text_ += bytes;
}

std::size_t Looks::origin(std::size_t at) const {
  if (steps_.empty()) return at;
  const auto step = std::ranges::upper_bound(steps_, at, {}, &Step::at) - 1;
  return step->from + (step->is_plain ? at - step->at : 0);
}

// A sentence that goes on with a small letter does so over empty lines, too.
std::size_t Looks::take_blanks(std::string_view part, std::size_t at) {
  const auto begin = at;
  std::string lines;
  while (at < part.size()) {
    const auto blank = blank_at(part, at);
    if (blank.length == 0) break;
    was_spelled_ = was_spelled_ || part[at] == '\\' || part[at] == '&';
    const bool is_plain = blank.code < 0x80 && is_ascii_blank(static_cast<char>(blank.code));
    lines += is_plain ? static_cast<char>(blank.code) : ' ';
    at += blank.length;
  }
  const bool goes_on = std::ranges::count(lines, '\n') > 1 && at < part.size() &&
                       is_ascii_lower(part[at]) && is_ascii_letter(last_letter(text_));
  if (at > begin) put(goes_on ? " " : std::string_view(lines), begin, false);
  return at;
}

// What stands here is something else than it is written as; `at` if not.
std::size_t Looks::take_turn(std::string_view part, std::size_t at) {
  if (const auto end = take_blanks(part, at); end > at) return end;
  const char c = part[at];
  if (c == '<') {
    const auto tag = format_tag(part.substr(at));
    if (tag.length > 0) put(tag.is_block ? "\n" : "", at, false);
    return at + tag.length;
  }
  if (c == '\\' || c == '&') {
    const auto spelled = spelled_at(part, at);
    if (spelled.length == 0 || is_control(spelled.code)) return at;
    std::string bytes;
    if (!is_without_width(spelled.code) || is_tag_code(spelled.code)) {
      json::append_utf8(bytes, spelled.code);
    }
    put(bytes, at, false);
    was_spelled_ = true;
    return at + spelled.length;
  }
  const std::size_t dropped = c == '*' || c == '_' || c == '~'
                                  ? (is_emphasis(part, at) ? 1 : 0)
                                  : (is_combining_at(part, at) ? 2 : 0);
  if (dropped > 0) put("", at, false);
  return at + dropped;
}

Looks::Looks(std::string_view part) {
  text_.reserve(part.size());
  for (std::size_t at = 0; at < part.size();) {
    const auto begin = at;
    if (kWordTurns.has(part[at])) at = take_turn(part, at);
    if (at > begin) continue;
    while (++at < part.size() && !kWordTurns.has(part[at])) {
    }
    put(part.substr(begin, at - begin), begin, true);
  }
  put("", part.size(), true);
}

}  // namespace touchstone::detect
