#include "base/base64.hpp"

#include <cstdint>

namespace touchstone::base {
namespace {

constexpr std::string_view kPlain =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kUrl =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string encode(std::string_view bytes, std::string_view alphabet, bool pad) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : bytes) {
    bits = bits << 8U | static_cast<unsigned char>(c);
    for (count += 8; count >= 6; count -= 6) out += alphabet[bits >> (count - 6) & 63U];
  }
  if (count > 0) out += alphabet[bits << (6 - count) & 63U];
  while (pad && out.size() % 4 != 0) out += '=';
  return out;
}

std::optional<std::string> decode(std::string_view text, std::string_view alphabet) {
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t value = alphabet.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    bits = bits << 6U | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 255U);
  }
  const bool spare_bits = (bits & ((1U << count) - 1)) != 0;
  return spare_bits ? std::nullopt : std::optional(out);
}

}  // namespace

std::string base64(std::string_view bytes) { return encode(bytes, kPlain, true); }
std::string base64_url(std::string_view bytes) { return encode(bytes, kUrl, false); }

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
  return decode(text, kPlain);
}

std::optional<std::string> from_base64_url(std::string_view text) { return decode(text, kUrl); }

}  // namespace touchstone::base
