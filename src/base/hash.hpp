// A fast, stable 64-bit hash for tables and sketches. Not for anything an attacker must not forge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace touchstone::base {

// FNV-1a with a final mix, so that the low bits are as good as the high ones. The same on every
// machine and in every version: stored labels depend on it.
[[nodiscard]] constexpr std::uint64_t hash64(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : bytes) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  hash ^= hash >> 33;
  hash *= 0xff51afd7ed558ccdULL;
  hash ^= hash >> 33;
  return hash;
}

// For tables of words that we wrote ourselves: of both ends, the middle and the length, so that a
// long word of somebody else's text is as soon denied as a short one. The high bits are the good
// ones.
[[nodiscard]] constexpr std::uint64_t hash_of_word(std::string_view word) {
  if (word.empty()) return 0;
  const auto at = [&](std::size_t i) -> std::uint64_t {
    return static_cast<unsigned char>(word[i]);
  };
  const auto last = word.size() - 1;
  const std::size_t second = last > 0 ? 1 : 0;
  const auto signs = at(0) | at(second) << 8U | at(last) << 16U | at(last - second) << 24U |
                     at(last / 2) << 32U | word.size() << 40U;
  return signs * 0x9E3779B97F4A7C15U;
}

}  // namespace touchstone::base
