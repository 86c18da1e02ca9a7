#include "detect/encoded.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/base64.hpp"
#include "json/utf8.hpp"

namespace touchstone::detect {
namespace {

// Shorter ones are words, identifiers and colours.
constexpr std::size_t kMinBase64 = 24;
constexpr std::size_t kMinHex = 32;
constexpr std::size_t kMinEscapes = 8;
constexpr std::size_t kMinText = 10;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr bool is_base64(char c) {
  return is_letter(c) || is_digit(c) || c == '+' || c == '/' || c == '-' || c == '_';
}
constexpr bool is_escape(char c) { return c == '%' || c == '\\' || c == '&'; }

// What a byte may be part of, for the one look that most bytes get.
enum Part : std::uint8_t { kBase64 = 1, kNotHex = 2, kEscape = 4 };
constexpr auto kParts = [] {
  std::array<std::uint8_t, 256> out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const char c = static_cast<char>(i);
    out[i] = static_cast<std::uint8_t>((is_base64(c) ? kBase64 : 0) | (is_hex(c) ? 0 : kNotHex) |
                                       (is_escape(c) ? kEscape : 0));
  }
  return out;
}();
std::uint8_t part(char c) { return kParts[static_cast<unsigned char>(c)]; }

std::optional<std::uint32_t> number(std::string_view digits, int base) {
  std::uint32_t value = 0;
  const auto* end = digits.data() + digits.size();
  const auto result = std::from_chars(digits.data(), end, value, base);
  if (digits.empty() || result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

// Nearly all printable, mostly letters and blanks: what a person or a model can read.
bool is_readable(std::string_view text) {
  if (text.size() < kMinText) return false;
  std::size_t letters = 0;
  std::size_t odd = 0;
  for (const char c : text) {
    if (is_letter(c) || c == ' ') ++letters;
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t') ++odd;
    if (static_cast<unsigned char>(c) >= 0x7F) ++odd;
  }
  return letters * 10 >= text.size() * 7 && odd * 20 <= text.size();
}

struct Unit {
  std::string bytes;
  std::size_t length = 0;  // of its encoded form; 0: none here
};

// One escaped character at the front of `text`: %41, \x41, \u0041, &#65;, &#x41;.
Unit escaped(std::string_view text) {
  const auto hex = [&](std::size_t skip, std::size_t digits, bool as_character) -> Unit {
    if (text.size() < skip + digits) return {};
    const auto value = number(text.substr(skip, digits), 16);
    if (!value) return {};
    std::string bytes;
    if (as_character && (*value < 0xD800 || *value > 0xDFFF)) {
      json::append_utf8(bytes, *value);
    } else {
      bytes = static_cast<char>(*value);
    }
    return {bytes, skip + digits};
  };
  if (text.starts_with('%')) return hex(1, 2, false);
  if (text.starts_with("\\x")) return hex(2, 2, false);
  if (text.starts_with("\\u")) return hex(2, 4, true);
  if (!text.starts_with("&#")) return {};
  const auto end = text.substr(0, 10).find(';');
  if (end == std::string_view::npos || end < 3) return {};
  const bool is_hex_form = text[2] == 'x' || text[2] == 'X';
  const auto value =
      is_hex_form ? number(text.substr(3, end - 3), 16) : number(text.substr(2, end - 2), 10);
  if (!value || *value > 0x10FFFF || (*value >= 0xD800 && *value <= 0xDFFF)) return {};
  Unit unit{"", end + 1};
  json::append_utf8(unit.bytes, *value);
  return unit;
}

std::string from_hex(std::string_view digits) {
  std::string out;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    out += static_cast<char>(number(digits.substr(i, 2), 16).value_or(0));
  }
  return out;
}

// Padding or not, either alphabet.
std::string from_any_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string url(text);
  std::ranges::replace(url, '+', '-');
  std::ranges::replace(url, '/', '_');
  for (int cut = 0; cut < 4 && !url.empty(); ++cut, url.pop_back()) {
    if (auto bytes = base::from_base64_url(url)) return *std::move(bytes);
  }
  return {};
}

class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text) {}

  std::vector<Decoded> run() && {
    while (at_ < text_.size() && out_.size() < kMaxDecoded) {
      const auto kind = part(text_[at_]);
      if ((kind & kBase64) != 0) {
        take_run();
      } else if ((kind & kEscape) != 0) {
        take_escapes();
      } else {
        ++at_;
      }
    }
    return std::move(out_);
  }

 private:
  void take_run() {
    const auto begin = at_;
    unsigned kinds = 0;
    for (unsigned kind = 0; at_ < text_.size(); ++at_, kinds |= kind) {
      kind = part(text_[at_]);
      if ((kind & kBase64) == 0) break;
    }
    if (at_ - begin < kMinBase64) return past_padding();
    const bool hex = (kinds & kNotHex) == 0;
    const auto run = text_.substr(begin, std::min(at_ - begin, kMaxDecodedBytes));
    past_padding();
    if (hex && run.size() >= kMinHex) keep(from_hex(run), begin);
    if (!hex && run.size() >= kMinBase64) keep(from_any_base64(run), begin);
  }
  void past_padding() {
    while (at_ < text_.size() && text_[at_] == '=') ++at_;
  }
  // A run may have plain blanks and letters between the escapes, as addresses do.
  void take_escapes() {
    const auto begin = at_;
    std::string decoded;
    std::size_t count = 0;
    while (at_ < text_.size() && decoded.size() < kMaxDecodedBytes) {
      const auto unit = escaped(text_.substr(at_));
      if (unit.length == 0 && (count == 0 || !(is_letter(text_[at_]) || is_digit(text_[at_]))))
        break;
      if (unit.length == 0) {
        decoded += text_[at_++];
        continue;
      }
      decoded += unit.bytes;
      at_ += unit.length;
      ++count;
    }
    if (count >= kMinEscapes) keep(std::move(decoded), begin);
    if (at_ == begin) ++at_;
  }
  void keep(std::string decoded, std::size_t begin) {
    if (is_readable(decoded)) out_.push_back({std::move(decoded), begin, at_});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Decoded> out_;
};

}  // namespace

std::vector<Decoded> decode_inside(std::string_view text) { return Finder(text).run(); }

std::string unescaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto unit = is_escape(text[at]) ? escaped(text.substr(at)) : Unit();
    if (unit.length == 0) {
      out += text[at++];
      continue;
    }
    out += unit.bytes;
    at += unit.length;
  }
  return out;
}

}  // namespace touchstone::detect
