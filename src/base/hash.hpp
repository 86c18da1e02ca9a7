// A fast, stable 64-bit hash for tables and sketches. Not for anything an attacker must not forge.
#pragma once

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

}  // namespace touchstone::base
