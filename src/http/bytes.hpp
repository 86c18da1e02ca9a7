// What a byte may be in HTTP: one table, so that every reader and writer here draws the same lines.
//
// Inside src/http only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace touchstone::http {

enum ByteClass : std::uint8_t {
  kTokenByte = 1,    // of a method or a header's name (RFC 9110, 5.6.2)
  kValueByte = 2,    // of a header's value: no control byte but tab; beyond ASCII is left alone
  kVisibleByte = 4,  // visible ASCII
  kHostByte = 8,     // of a Host header: a name, an address, a port
  kDigitByte = 16,
};

[[nodiscard]] constexpr std::array<std::uint8_t, 256> byte_classes() {
  std::array<std::uint8_t, 256> table{};
  const auto add = [&table](std::string_view bytes, int what) {
    for (const char c : bytes) table[static_cast<unsigned char>(c)] |= static_cast<uint8_t>(what);
  };
  for (std::size_t c = ' '; c < table.size(); ++c) {
    if (c != 0x7f) table[c] |= kValueByte;
    if (c > ' ' && c < 0x7f) table[c] |= kVisibleByte;
  }
  add("\t", kValueByte);
  add("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", kTokenByte | kHostByte);
  add("!#$%&'*+-.^_`|~", kTokenByte);
  add("-._~%!$&'()*+;=:[]", kHostByte);
  add("0123456789", kDigitByte);
  return table;
}

inline constexpr std::array<std::uint8_t, 256> kByteClasses = byte_classes();

[[nodiscard]] constexpr bool is(char c, ByteClass what) {
  return (kByteClasses[static_cast<unsigned char>(c)] & what) != 0;
}

// How many bytes at the start are of this class.
[[nodiscard]] constexpr std::size_t run_of(std::string_view bytes, ByteClass what) {
  std::size_t n = 0;
  while (n < bytes.size() && is(bytes[n], what)) ++n;
  return n;
}

[[nodiscard]] constexpr bool all(std::string_view bytes, ByteClass what) {
  return run_of(bytes, what) == bytes.size();
}

[[nodiscard]] constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// -1 if it is no hexadecimal digit.
[[nodiscard]] constexpr int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char l = lower(c);
  return l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

// Without spaces and tabs around it.
[[nodiscard]] constexpr std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace touchstone::http
