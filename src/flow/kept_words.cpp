#include "flow/kept_words.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "base/block.hpp"
#include "flow/share.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kWordBytes = 8;  // that are looked at; of longer words, the first
constexpr Windows kEverywhere = std::numeric_limits<Windows>::max();

// A bit for each blank of the next block; behind the text's end there are none.
std::uint32_t blanks_from(std::string_view text, std::size_t at) {
  const bool whole = text.size() - at >= base::kBlockSize;
  const auto block = whole ? base::load_block(text.data() + at) : base::load_block(text.substr(at));
  return base::bits_of(block == ' ');
}

// Mostly the bytes behind a short word are read as well, and taken away.
std::uint64_t beginning_of(std::string_view text, std::size_t begin, std::size_t end) {
  const auto length = std::min(end - begin, kWordBytes);
  if (begin + kWordBytes <= text.size())
    return load64(text.data() + begin) & ~std::uint64_t{0} >> (kWordBytes - length) * 8;
  std::uint64_t word = 0;
  std::memcpy(&word, text.data() + begin, length);
  return word;
}

// Calls `take` with the two hashes of each word. The upper bits of a product are the good ones.
template <typename Take>
void each_word_hash(std::string_view text, std::uint64_t seed, const Take& take) {
  const auto take_word = [&](std::size_t begin, std::size_t end) {
    const auto first = (beginning_of(text, begin, end) ^ seed) * kMix;
    const auto second = (first ^ first >> 32U) * kMix;
    take(first >> 32U, second >> 32U);
  };
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); at += base::kBlockSize) {
    for (auto blanks = blanks_from(text, at); blanks != 0; blanks &= blanks - 1) {
      const auto end = at + static_cast<std::size_t>(std::countr_zero(blanks));
      if (end > begin) take_word(begin, end);
      begin = end + 1;
    }
  }
  if (begin < text.size()) take_word(begin, text.size());
}

}  // namespace

void KeptWords::add(std::string_view text, std::size_t window) {
  if (!able()) return;
  if (slots_.empty()) slots_.resize(most_);
  auto* const slots = slots_.data();
  const auto mask = slots_.size() - 1;
  const auto bit = static_cast<Windows>(1U << window);
  each_word_hash(text, seed_, [=](std::uint64_t first, std::uint64_t second) {
    slots[first & mask] |= bit;
    slots[second & mask] |= bit;
  });
}

Windows KeptWords::of(std::string_view text) const {
  if (!able()) return kEverywhere;
  if (slots_.empty()) return 0;
  auto windows = kEverywhere;
  bool is_first = true;
  each_word_hash(text, seed_, [&](std::uint64_t first, std::uint64_t second) {
    const Windows has = slots_[first & (slots_.size() - 1)] & slots_[second & (slots_.size() - 1)];
    windows &= is_first ? has : static_cast<Windows>(has | std::rotr(has, 1));
    is_first = false;
  });
  return windows;
}

void KeptWords::keep_only(Windows windows) {
  for (auto& slot : slots_) slot &= windows;
}

}  // namespace touchstone::flow
