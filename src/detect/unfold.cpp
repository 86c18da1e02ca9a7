#include "detect/unfold.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/digits.hpp"
#include "detect/ascii.hpp"
#include "json/string.hpp"
#include "json/utf8.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kMinBase64Run = 24;
constexpr std::size_t kMinHexRun = 32;
constexpr std::size_t kProbe = 48;    // characters decoded to see whether it is a text
constexpr std::size_t kMinLine = 20;  // of a text that goes over several
constexpr std::size_t kMaxIndent = 16;

std::string decode_base64(std::string_view run) { return base::decoded_digits(run, base::kBase64); }
std::string decode_hex(std::string_view run) { return base::decoded_digits(run, base::kHex); }

// Nearly all of it can be read. A character that the end cuts in two does not count.
bool is_text(std::string_view bytes) {
  std::size_t bad = 0;
  if (!json::is_utf8(bytes, &bad) && bad + 4 < bytes.size()) return false;
  const auto is_odd = [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && !is_ascii_blank(c)) || c == 0x7F;
  };
  return !bytes.empty() && std::ranges::none_of(bytes, is_odd);
}

// Text of two bytes a character, as Windows has it: by its mark, or because every second byte of
// Latin letters is zero. Empty if it is none.
std::string from_two_bytes(std::string_view bytes) {
  constexpr std::size_t kFew = 16;
  if (bytes.size() < kFew) return {};
  const auto byte = [&](std::size_t at) {
    return std::uint32_t{static_cast<unsigned char>(bytes[at])};
  };
  const auto zeros = [&](std::size_t first) {
    std::size_t count = 0;
    for (auto at = first; at < kFew; at += 2) count += byte(at) == 0 ? 1 : 0;
    return count;
  };
  const bool is_little =
      bytes.starts_with("\xFF\xFE") || (zeros(1) >= kFew / 2 - 2 && zeros(0) == 0);
  const bool is_big = bytes.starts_with("\xFE\xFF") || (zeros(0) >= kFew / 2 - 2 && zeros(1) == 0);
  if (is_little == is_big) return {};
  const auto unit = [&](std::size_t at) -> std::uint32_t {
    return is_little ? byte(at) | byte(at + 1) << 8U : byte(at) << 8U | byte(at + 1);
  };
  std::string out;
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    auto code = unit(at);
    if (code == 0xFEFF) continue;
    const bool is_pair = code >= 0xD800 && code < 0xDC00 && at + 3 < bytes.size() &&
                         unit(at + 2) >= 0xDC00 && unit(at + 2) < 0xE000;
    if (is_pair) {
      code = 0x10000 + ((code - 0xD800) << 10U) + (unit(at + 2) - 0xDC00);
      at += 2;
    }
    json::append_utf8(out, code >= 0xD800 && code < 0xE000 ? 0xFFFD : code);
  }
  return out;
}

std::optional<Unfolded> decode(std::string_view run, const FoldSpan& span, std::size_t budget,
                               std::string (*decoder)(std::string_view)) {
  const auto probe = decoder(run.substr(0, kProbe));
  if (!is_text(probe)) {
    if (!is_text(from_two_bytes(probe))) return std::nullopt;
    return Unfolded{from_two_bytes(decoder(run.substr(0, budget))), span.begin, span.end};
  }
  return Unfolded{decoder(run.substr(0, budget)), span.begin, span.end};
}

bool is_digit_at(std::string_view text, std::size_t at) {
  return at < text.size() && base::kBase64.has(text[at]);
}

// Where the line after the break at `at` begins: "\n" or "\r\n", also spelled out, and blanks that
// indent. Nothing if there is no break.
std::optional<std::size_t> past_break(std::string_view text, std::size_t at) {
  for (const std::string_view sign : {"\r\n", "\n", "\\r\\n", "\\n"}) {
    if (!text.substr(at, sign.size()).starts_with(sign)) continue;
    at += sign.size();
    for (std::size_t i = 0; i < kMaxIndent && at < text.size() && text[at] == ' '; ++i) ++at;
    return at;
  }
  return std::nullopt;
}

// Where the line before the break ends after which a line begins at `at`, in the same way.
std::optional<std::size_t> before_break(std::string_view text, std::size_t at, std::size_t from) {
  for (std::size_t i = 0; i < kMaxIndent && at > from && text[at - 1] == ' '; ++i) --at;
  for (const std::string_view sign : {"\r\n", "\n", "\\r\\n", "\\n"}) {
    if (at - from >= sign.size() && text.substr(at - sign.size(), sign.size()) == sign)
      return at - sign.size();
  }
  return std::nullopt;
}

std::size_t begin_of_line(std::string_view text, std::size_t end, std::size_t from) {
  auto begin = end;
  while (begin > from && base::kBase64.has(text[begin - 1])) --begin;
  // The n of a line break that is spelled out.
  return begin > from && begin < text.size() && is_escape_letter(text, begin) ? begin + 1 : begin;
}

std::size_t end_of_line(std::string_view text, std::size_t at) {
  while (is_digit_at(text, at)) ++at;
  return at;
}

// Lines as wide as this one, before it; this may be the last, which is shorter.
void take_lines_before(std::string_view text, std::size_t from, FoldSpan& span) {
  while (const auto end = before_break(text, span.begin, from)) {
    const auto begin = begin_of_line(text, *end, from);
    const auto width = *end - begin;
    if (width < kMinLine || (span.width == 0 ? width < span.end - span.begin : width != span.width))
      return;
    span.width = width;
    span.begin = begin;
  }
}

// And behind it, up to one that is shorter.
void take_lines_after(std::string_view text, FoldSpan& span) {
  const auto width = span.width != 0 ? span.width : span.end - span.begin;
  if (width < kMinLine) return;
  while (const auto begin = past_break(text, span.end)) {
    const auto end = end_of_line(text, *begin);
    if (end == *begin || end - *begin > width) return;
    span.width = width;
    span.end = end;
    if (end - *begin < width) return;
  }
}

// The digits of all lines, as many as may be decoded.
std::string joined_lines(std::string_view text, const FoldSpan& span, std::size_t budget) {
  std::string out;
  for (auto at = span.begin; at < span.end && out.size() < budget;) {
    const auto end = std::min(end_of_line(text, at), span.end);
    out += text.substr(at, end - at);
    at = past_break(text, end).value_or(span.end);
  }
  return out;
}

}  // namespace

FoldSpan fold_span(std::string_view text, std::size_t begin, std::size_t end, std::size_t from) {
  FoldSpan span{begin_of_line(text, begin, from), end_of_line(text, end), 0};
  const auto width = span.end - span.begin;
  take_lines_before(text, from, span);
  if (span.width == 0 || span.width == width) take_lines_after(text, span);
  return span;
}

std::optional<Unfolded> unfold_run(std::string_view text, const FoldSpan& span,
                                   std::size_t budget) {
  const auto lines = span.width != 0 ? joined_lines(text, span, budget) : std::string();
  const auto run = span.width != 0 ? lines : text.substr(span.begin, span.end - span.begin);
  const bool is_hex =
      run.size() >= kMinHexRun && run.size() % 2 == 0 && std::ranges::all_of(run, is_ascii_hex);
  if (is_hex) return decode(run, span, budget, decode_hex);
  if (run.size() < kMinBase64Run) return std::nullopt;
  auto out = decode(run, span, budget, decode_base64);
  if (out) {
    while (out->end < text.size() && out->end - span.end < 2 && text[out->end] == '=') ++out->end;
  }
  return out;
}

}  // namespace touchstone::detect
