#include "json/string.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <iterator>

#include <fmt/format.h>

#include "base/block.hpp"
#include "json/utf8.hpp"

namespace touchstone::json {
namespace {

constexpr std::uint32_t kNotHex = 0xFFFFFFFF;

std::uint32_t hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<std::uint32_t>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<std::uint32_t>(c - 'A' + 10);
  return kNotHex;
}

// The unit of the \uXXXX escape that `text` begins with, else kNotHex.
std::uint32_t escaped_unit(std::string_view text) {
  if (text.size() < 6 || text[0] != '\\' || text[1] != 'u') return kNotHex;
  std::uint32_t unit = 0;
  for (const char c : text.substr(2, 4)) {
    const std::uint32_t digit = hex_digit(c);
    if (digit == kNotHex) return kNotHex;
    unit = unit * 16 + digit;
  }
  return unit;
}

constexpr bool is_high_surrogate(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
constexpr bool is_low_surrogate(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

// Decodes the \u escape, or the pair of them, that `text` begins with; returns the bytes read.
std::size_t decode_unicode(std::string& out, std::string_view text) {
  const std::uint32_t unit = escaped_unit(text);
  if (is_high_surrogate(unit)) {
    const std::uint32_t low = escaped_unit(text.substr(6));
    if (is_low_surrogate(low)) {
      append_utf8(out, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
      return 12;
    }
  }
  if (unit == kNotHex || is_high_surrogate(unit) || is_low_surrogate(unit)) {
    out += kReplacement;
  } else {
    append_utf8(out, unit);
  }
  return 6;
}

char decode_short(char letter) {
  switch (letter) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return letter;  // the quote, the slash and the backslash stand for themselves
  }
}

// Appends the escape that `text` begins with; returns the bytes read.
std::size_t decode_escape(std::string& out, std::string_view text) {
  if (text.size() < 2) return text.size();
  if (text[1] == 'u') return decode_unicode(out, text);
  out += decode_short(text[1]);
  return 2;
}

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default:
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned char>(c));
      return;
  }
}

base::Block odd_in(base::Block block) {
  return (block < 0x20) | (block > 0x7E) | (block == '"') | (block == '\\');
}

// How many bytes at the start need no escape.
std::size_t plain_run(std::string_view text) {
  return base::find_marked(text, 0, text.size(), odd_in);
}

// Keys and most words are short and plain: they are put into their quotes and appended in one go.
bool append_short(std::string& out, std::string_view text) {
  constexpr std::size_t kShort = 4 * base::kBlockSize;
  if (text.size() >= kShort) return false;
  std::array<char, kShort + kQuotingRoom> quoted;
  if (!put_plain(quoted.data(), text)) return false;
  out.append(quoted.data(), text.size() + 2);
  return true;
}

// The code point of a well-formed sequence of two or three bytes.
std::uint32_t code_of(std::string_view sequence) {
  std::uint32_t code = static_cast<unsigned char>(sequence[0]) & (0xFFU >> (sequence.size() + 1));
  for (const char c : sequence.substr(1))
    code = (code << 6) | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

// Controls and characters that hide or reorder text: JSON on a terminal must not act on it.
bool acts_on_a_terminal(std::uint32_t code) {
  return (code >= 0x80 && code <= 0x9F) || code == 0x61C || (code >= 0x200B && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF;
}

void append_sequence(std::string& out, std::string_view sequence) {
  const auto code = sequence.size() < 4 ? code_of(sequence) : 0;
  if (acts_on_a_terminal(code)) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
  } else {
    out.append(sequence);
  }
}

}  // namespace

void append_decoded(std::string& out, std::string_view body) {
  std::size_t at = 0;
  while (at < body.size()) {
    const std::size_t escape = std::min(body.find('\\', at), body.size());
    out.append(body.substr(at, escape - at));
    at = escape;
    if (at < body.size()) at += std::min(decode_escape(out, body.substr(at)), body.size() - at);
  }
}

bool put_plain(char* into, std::string_view text) {
  static_assert(kQuotingRoom == base::kBlockSize + 2);
  *into++ = '"';
  std::size_t at = 0;
  for (; text.size() - at >= base::kBlockSize; at += base::kBlockSize) {
    const base::Block block = base::load_block(text.data() + at);
    if (base::any(odd_in(block))) return false;
    std::memcpy(into + at, &block, base::kBlockSize);
  }
  const auto rest = text.size() - at;
  const base::Block block = base::load_block(text.substr(at));
  if ((base::bits_of(odd_in(block)) & ((1U << rest) - 1)) != 0) return false;
  std::memcpy(into + at, &block, base::kBlockSize);
  into[text.size()] = '"';
  return true;
}

void append_quoted(std::string& out, std::string_view text) {
  if (append_short(out, text)) return;
  out += '"';
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t plain = plain_run(text.substr(at));
    out.append(text, at, plain);
    at += plain;
    if (at == text.size()) break;
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0) {
      out.append(kReplacement);
    } else if (length == 1) {
      append_escaped(out, text[at]);
    } else {
      append_sequence(out, text.substr(at, length));
    }
    at += std::max<std::size_t>(length, 1);
  }
  out += '"';
}

std::string quoted(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 2);
  append_quoted(out, text);
  return out;
}

bool is_utf8(std::string_view text, std::size_t* bad_offset) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0) {
      if (bad_offset != nullptr) *bad_offset = at;
      return false;
    }
    at += length;
  }
  return true;
}

}  // namespace touchstone::json
