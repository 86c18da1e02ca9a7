// How a memory's bytes are shared out, in 64ths of them, and the hash that its tables use.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace touchstone::flow {

inline constexpr std::size_t kTextPart = 21;  // 84 KiB of 256
inline constexpr std::size_t kSlotPart = 8;
inline constexpr std::size_t kSignPart = 4;
inline constexpr std::size_t kRunPart = 4;
inline constexpr std::size_t kPassagePart = 2;
inline constexpr std::size_t kTokenPart = 16;     // 64 KiB of 256: 3,072 tokens
inline constexpr std::size_t kFadedPart = 1;      // of tokens
inline constexpr std::size_t kFadedWordPart = 1;  // of texts
inline constexpr std::size_t kFindPart = 2;       // 8 KiB of 256: about a hundred secrets
inline constexpr std::size_t kSourcePart = 5;
static_assert(kTextPart + kSlotPart + kSignPart + kRunPart + kPassagePart + kTokenPart +
                  kFadedPart + kFadedWordPart + kFindPart + kSourcePart <=
              64);

// How many things of `size` bytes fit into `parts` 64ths.
constexpr std::size_t fitting(std::size_t bytes, std::size_t parts, std::size_t size) {
  return bytes * parts / 64 / size;
}
// The same for tables, whose length is a power of two.
constexpr std::size_t fitting_table(std::size_t bytes, std::size_t parts, std::size_t size) {
  return std::bit_floor(fitting(bytes, parts, size));
}

// Of the sources' part a third is for them. Of the rest those that stand for others, and the memory
// itself, need so much however large it is; what is left is for the words of texts.
inline constexpr std::size_t kForOthers = 4096;
constexpr std::size_t fitting_sources(std::size_t bytes) {
  return fitting(bytes, kSourcePart, 1) / 3;
}
constexpr std::size_t fitting_words(std::size_t bytes) {
  const auto rest = fitting_sources(bytes) * 2;
  return rest > kForOthers ? std::bit_floor(rest - kForOthers) : 0;
}

inline std::uint64_t load64(const char* bytes) {
  std::uint64_t out = 0;
  std::memcpy(&out, bytes, sizeof out);
  return out;
}

inline constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15U;

constexpr std::uint64_t mixed(std::uint64_t hash) {
  hash ^= hash >> 32U;
  hash *= 0xD6E8FEB86659FD93U;
  hash ^= hash >> 32U;
  hash *= 0xD6E8FEB86659FD93U;
  return hash ^ hash >> 32U;
}

// Under a seed that writers of content do not know, so that they cannot make two values collide.
inline std::uint64_t seeded_hash(std::string_view bytes, std::uint64_t seed) {
  std::uint64_t hash = mixed(seed ^ bytes.size() * kMix);
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) hash = mixed(hash ^ load64(bytes.data() + at));
  std::uint64_t rest = 0;
  if (at < bytes.size()) std::memcpy(&rest, bytes.data() + at, bytes.size() - at);
  return mixed(hash ^ rest);
}

// The same of a long text, in four rows that need not wait for each other.
inline std::uint64_t seeded_hash_of_text(std::string_view bytes, std::uint64_t seed) {
  constexpr std::size_t kRows = 4;
  std::array<std::uint64_t, kRows> rows{};
  for (std::size_t row = 0; row < kRows; ++row) rows[row] = mixed(seed + row);
  std::size_t at = 0;
  for (; at + kRows * 8 <= bytes.size(); at += kRows * 8) {
    for (std::size_t row = 0; row < kRows; ++row)
      rows[row] = mixed(rows[row] ^ load64(bytes.data() + at + row * 8));
  }
  std::uint64_t hash = seeded_hash(bytes.substr(at), seed ^ bytes.size() * kMix);
  for (const auto row : rows) hash = mixed(hash ^ row);
  return hash;
}

}  // namespace touchstone::flow
