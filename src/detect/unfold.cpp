#include "detect/unfold.hpp"

#include <algorithm>
#include <array>

#include "detect/ascii.hpp"
#include "json/string.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kMinBase64Run = 24;
constexpr std::size_t kMinHexRun = 32;
constexpr std::size_t kProbe = 48;             // characters decoded to see whether it is a text
constexpr std::size_t kMaxPercentPart = 4096;  // around one percent sign
constexpr std::size_t kMinPercents = 4;        // fewer are a blank or two in an address

// The value of a digit in either alphabet of base64, or kNone.
constexpr std::uint8_t kNone = 0xFF;
constexpr auto kSixBits = [] {
  std::array<std::uint8_t, 256> out{};
  out.fill(kNone);
  for (std::uint8_t i = 0; i < 26; ++i) {
    out['A' + i] = i;
    out['a' + i] = static_cast<std::uint8_t>(i + 26);
  }
  for (std::uint8_t i = 0; i < 10; ++i) out['0' + i] = static_cast<std::uint8_t>(i + 52);
  out['+'] = out['-'] = 62;
  out['/'] = out['_'] = 63;
  return out;
}();
std::uint8_t six_bits(char c) { return kSixBits[static_cast<unsigned char>(c)]; }

unsigned hex_value(char c) {
  return is_ascii_digit(c) ? digit_value(c) : static_cast<unsigned>(ascii_lower(c) - 'a') + 10;
}

std::string decode_base64(std::string_view run) {
  std::string out;
  out.reserve(run.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int have = 0;
  for (const char c : run) {
    bits = bits << 6U | six_bits(c);
    have += 6;
    if (have < 8) continue;
    have -= 8;
    out += static_cast<char>(bits >> static_cast<unsigned>(have) & 0xFFU);
  }
  return out;
}

std::string decode_hex(std::string_view run) {
  std::string out;
  for (std::size_t i = 0; i + 1 < run.size(); i += 2) {
    out += static_cast<char>(hex_value(run[i]) << 4U | hex_value(run[i + 1]));
  }
  return out;
}

// Nearly all of it can be read. A character that the end cuts in two does not count.
bool is_text(std::string_view bytes) {
  std::size_t bad = 0;
  if (!json::is_utf8(bytes, &bad) && bad + 4 < bytes.size()) return false;
  const auto is_odd = [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && !is_ascii_blank(c)) || c == 0x7F;
  };
  return !bytes.empty() && std::ranges::none_of(bytes, is_odd);
}

std::optional<Unfolded> decode(std::string_view text, std::size_t begin, std::size_t end,
                               std::size_t budget, std::string (*decoder)(std::string_view)) {
  if (!is_text(decoder(text.substr(begin, std::min(kProbe, end - begin))))) return std::nullopt;
  const auto part = text.substr(begin, std::min(end - begin, budget));
  return Unfolded{decoder(part), begin, end};
}

}  // namespace

FoldSpan fold_span(std::string_view text, std::size_t begin, std::size_t end, std::size_t from) {
  while (begin > from && six_bits(text[begin - 1]) != kNone) --begin;
  while (end < text.size() && six_bits(text[end]) != kNone) ++end;
  return {begin, end};
}

std::optional<Unfolded> unfold_run(std::string_view text, const FoldSpan& span,
                                   std::size_t budget) {
  const auto run = text.substr(span.begin, span.end - span.begin);
  const bool is_hex =
      run.size() >= kMinHexRun && run.size() % 2 == 0 && std::ranges::all_of(run, is_ascii_hex);
  if (is_hex) return decode(text, span.begin, span.end, budget, decode_hex);
  if (run.size() < kMinBase64Run) return std::nullopt;
  auto out = decode(text, span.begin, span.end, budget, decode_base64);
  if (out) {
    while (out->end < text.size() && out->end - span.end < 2 && text[out->end] == '=') ++out->end;
  }
  return out;
}

std::optional<Unfolded> unfold_percent(std::string_view text, std::size_t at, std::size_t from,
                                       std::size_t& end) {
  static constexpr CharacterSet kEnds(" \t\r\n\"'`<>");
  auto begin = at;
  while (begin > from && at - begin < kMaxPercentPart && !kEnds.has(text[begin - 1])) --begin;
  std::string out;
  std::size_t count = 0;
  bool has_at = false;
  for (end = begin; end < text.size() && end < at + kMaxPercentPart && !kEnds.has(text[end]);
       ++end) {
    if (text[end] == '%' && end + 2 < text.size() && is_ascii_hex(text[end + 1]) &&
        is_ascii_hex(text[end + 2])) {
      out += static_cast<char>(hex_value(text[end + 1]) << 4U | hex_value(text[end + 2]));
      has_at = has_at || out.back() == '@';
      end += 2;
      ++count;
    } else {
      out += text[end];
    }
  }
  end = std::max(std::min(end, text.size()), at + 1);
  if ((count < kMinPercents && !has_at) || !is_text(out)) return std::nullopt;
  return Unfolded{std::move(out), begin, end};
}

}  // namespace touchstone::detect
