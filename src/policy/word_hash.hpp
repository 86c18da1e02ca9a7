// A hash of short words for the index of a program, eight bytes at a step. Internal to src/policy:
// the words in the table are the policy's, so nobody else can make them collide.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace touchstone::policy {

[[nodiscard]] inline std::uint64_t word_hash(std::string_view word) {
  const auto mixed = [](std::uint64_t hash, std::uint64_t bytes) {
    hash = (hash ^ bytes) * 0x9E3779B97F4A7C15ULL;
    return hash ^ (hash >> 32U);
  };
  std::uint64_t hash = word.size();
  while (word.size() >= 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, word.data(), 8);
    hash = mixed(hash, bytes);
    word.remove_prefix(8);
  }
  std::uint64_t rest = 0;
  for (const char c : word) rest = rest << 8U | static_cast<unsigned char>(c);
  return mixed(hash, rest);
}

}  // namespace touchstone::policy
