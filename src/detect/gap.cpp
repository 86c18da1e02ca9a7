#include "detect/gap.hpp"

#include <algorithm>

#include "detect/ascii.hpp"
#include "detect/spelled.hpp"
#include "json/utf8.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kMaxGapTag = 96;
constexpr std::size_t kMaxCharacter = 4;
constexpr std::size_t kMaxSpelled = 16;
constexpr CharacterSet kGapBytes(" \t\r\n\f\v*_~`>#|+");

bool is_gap(std::uint32_t code) {
  return is_wide_blank(code) || is_without_width(code) || is_pictograph(code);
}

// Bytes of what is nothing here, or 0.
std::size_t gap_unit(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (kGapBytes.has(c)) return 1;
  if (c == '<') {
    const auto end = text.substr(at + 1, kMaxGapTag).find_first_of("<>");
    return end != std::string_view::npos && text[at + 1 + end] == '>' ? end + 2 : 0;
  }
  if (c == '\\' || c == '&') {
    const auto spelled = spelled_at(text, at);
    return is_gap(spelled.code) ? spelled.length : 0;
  }
  if (static_cast<unsigned char>(c) < 0x80) return 0;
  const auto length = json::utf8_length(text.substr(at));
  return length > 0 && is_gap(json::utf8_code_point(text.substr(at, length))) ? length : 0;
}

// Bytes of one that is spelled out and ends here: the shortest beginning that gives one.
std::size_t spelled_before(std::string_view text, std::size_t end) {
  const auto most = std::min(end, kMaxSpelled);
  for (std::size_t length = 2; length <= most; ++length) {
    const char c = text[end - length];
    if (c != '\\' && c != '&') continue;
    const auto spelled = spelled_at(text, end - length);
    if (spelled.length != length || !is_gap(spelled.code)) continue;
    auto begin = end - length;
    while (begin > 0 && text[begin - 1] == '\\' && end - begin < kMaxBackslashes) --begin;
    return end - begin;
  }
  return 0;
}

std::size_t gap_unit_before(std::string_view text, std::size_t end) {
  const char c = text[end - 1];
  if (c == '>') {
    const auto from = end - std::min(end, kMaxGapTag);
    const auto begin = text.substr(from, end - 1 - from).find_last_of("<>");
    return begin != std::string_view::npos && text[from + begin] == '<' ? end - from - begin : 1;
  }
  if (kGapBytes.has(c)) return 1;
  if (c == ';' || is_ascii_alnum(c)) return spelled_before(text, end);
  if (static_cast<unsigned char>(c) < 0x80) return 0;
  for (std::size_t length = 2; length <= std::min(end, kMaxCharacter); ++length) {
    if (gap_unit(text, end - length) == length) return length;
  }
  return 0;
}

}  // namespace

std::size_t past_gap(std::string_view text, std::size_t at) {
  const auto begin = at;
  while (at < text.size() && at - begin < kMaxGap) {
    const auto length = gap_unit(text, at);
    if (length == 0) break;
    at += length;
  }
  return at;
}

std::size_t before_gap(std::string_view text, std::size_t end) {
  const auto last = end;
  while (end > 0 && last - end < kMaxGap) {
    const auto length = gap_unit_before(text, end);
    if (length == 0) break;
    end -= length;
  }
  return end;
}

}  // namespace touchstone::detect
