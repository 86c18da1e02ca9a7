// A hash of short words for the index of a program, eight bytes at a step. Internal to src/policy:
// the words in the table are the policy's, so nobody else can make them collide.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace touchstone::policy {

template <typename Unsigned>
[[nodiscard]] std::uint64_t bytes_at(const char* at) {
  Unsigned bytes = 0;
  std::memcpy(&bytes, at, sizeof bytes);
  return bytes;
}

// All bytes of a word of less than eight, some of them twice where that saves a loop.
[[nodiscard]] inline std::uint64_t bytes_of_short(std::string_view word) {
  const auto size = word.size();
  if (size >= 4) {
    return bytes_at<std::uint32_t>(word.data()) << 32U |
           bytes_at<std::uint32_t>(word.data() + size - 4);
  }
  if (size == 0) return 0;
  const auto byte = [&](std::size_t at) {
    return std::uint64_t{static_cast<unsigned char>(word[at])};
  };
  return byte(0) << 16U | byte(size / 2) << 8U | byte(size - 1);
}

[[nodiscard]] inline std::uint64_t word_hash(std::string_view word) {
  const auto mixed = [](std::uint64_t hash, std::uint64_t bytes) {
    hash = (hash ^ bytes) * 0x9E3779B97F4A7C15ULL;
    return hash ^ (hash >> 32U);
  };
  const auto size = word.size();
  if (size < 8) return mixed(size, bytes_of_short(word));
  std::uint64_t hash = size;
  for (std::size_t at = 0; at + 8 < size; at += 8) {
    hash = mixed(hash, bytes_at<std::uint64_t>(word.data() + at));
  }
  return mixed(hash, bytes_at<std::uint64_t>(word.data() + size - 8));
}

}  // namespace touchstone::policy
