// Finds keys that occur twice in one object.
//
// Keys are compared decoded: "a" and "\u0061" are one key to whoever reads the object. Lone
// surrogates decode to U+FFFD here as everywhere, so two keys that differ only in those count as
// equal; readers differ on what they make of them, which is the reason to refuse.
//
// In two steps, because nearly every object has a few short keys, no escapes and no duplicates: a
// KeyFilter for each open object sees its keys as they are read and settles most objects for the
// price of one multiplication a key; repeated_key() then looks closely at those it did not settle.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

#include "json/document.hpp"

namespace touchstone::json {

// A Bloom filter of 256 bits. Each key is reduced to its print, made from its first and last eight
// bytes and its length: equal keys have equal prints, so if no two prints fall on the same bit no
// two keys are equal. Escapes are not decoded here; they leave the object unsettled.
class KeyFilter {
 public:
  // `key` is the bytes between the quotes, in a padded text (text.hpp).
  [[gnu::always_inline]] void add(std::string_view key) {
    const std::uint64_t bit = print(key) * 0x9E3779B97F4A7C15U >> 56;
    std::uint64_t& word = seen_[bit >> 6];
    const std::uint64_t mask = std::uint64_t{1} << (bit & 63);
    unsettled_ |= (word & mask) != 0;
    word |= mask;
  }

  [[nodiscard]] bool may_repeat() const { return unsettled_; }

 private:
  // No branch on the length, which is hard to foresee: of a short key both ends are the whole.
  [[gnu::always_inline]] std::uint64_t print(std::string_view key) {
    if (key.size() > 16) unsettled_ |= key.find('\\') != std::string_view::npos;
    const std::size_t part = std::min<std::size_t>(key.size(), 8);
    const std::uint64_t head = note(first_bytes(load(key.data()), part));
    const std::uint64_t tail = note(first_bytes(load(key.data() + key.size() - part), part));
    return head ^ std::rotl(tail, 23) ^ key.size();
  }

  // Eight bytes from `at` on; past the end of the text this reads padding.
  static std::uint64_t load(const char* at) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
  }

  // The first `size` of eight bytes, at most 8, the others zero. Shifts in two steps: one by all 64
  // bits is undefined.
  static std::uint64_t first_bytes(std::uint64_t word, std::size_t size) {
    const std::size_t half = 32 - 4 * size;
    if constexpr (std::endian::native == std::endian::little) {
      return word << half << half >> half >> half;
    }
    return word >> half >> half << half << half;
  }

  std::uint64_t note(std::uint64_t word) {
    constexpr std::uint64_t kEveryByte = 0x0101010101010101;
    const std::uint64_t x = word ^ (kEveryByte * '\\');  // a zero byte where there is a backslash
    unsettled_ |= ((x - kEveryByte) & ~x & (kEveryByte * 0x80)) != 0;
    return word;
  }

  std::array<std::uint64_t, 4> seen_ = {};
  bool unsettled_ = false;
};

// The first key, in the order of the text, that repeats an earlier key of an object. `members` are
// the nodes inside the object, the first of which has the index `first` in the table.
[[nodiscard]] std::optional<Node> repeated_key(std::string_view text, std::span<const Node> members,
                                               std::uint32_t first);

}  // namespace touchstone::json
