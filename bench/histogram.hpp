// Histogram: how long things took, in constant memory, with at most 0.8 % error for each value.
//
// Buckets are as wide as the value is large: 128 of them for each power of two. Recording is an
// index and an increment, so it does not disturb what is being measured.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace touchstone::bench {

class Histogram {
 public:
  void record(std::int64_t nanoseconds) {
    const auto value = static_cast<std::uint64_t>(std::max<std::int64_t>(nanoseconds, 0));
    ++buckets_[bucket(std::min(value, kLargest))];
    ++count_;
    max_ = std::max(max_, value);
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] double max_us() const { return static_cast<double>(max_) / 1000; }

  // The value, in µs, that the share `quantile` (0 to 1) of all values does not exceed.
  [[nodiscard]] double quantile_us(double quantile) const {
    const auto wanted = static_cast<std::uint64_t>(quantile * static_cast<double>(count_));
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < kBuckets; ++i) {
      seen += buckets_[i];
      if (seen > wanted) return std::min(static_cast<double>(upper_bound(i)) / 1000, max_us());
    }
    return max_us();
  }

 private:
  static constexpr unsigned kBits = 7;  // 2^7 buckets for each power of two
  static constexpr unsigned kPowers = 40;
  static constexpr std::size_t kBuckets = std::size_t{kPowers + 1} << kBits;
  static constexpr std::uint64_t kLargest = (std::uint64_t{1} << (kPowers + kBits)) - 1;

  // The top kBits + 1 bits of a value, and how far they were shifted down.
  static std::size_t bucket(std::uint64_t value) {
    const auto width = static_cast<unsigned>(std::bit_width(value));
    const unsigned shift = width > kBits + 1 ? width - kBits - 1 : 0;
    return (std::size_t{shift} << kBits) + static_cast<std::size_t>(value >> shift);
  }
  static std::uint64_t upper_bound(std::size_t index) {
    const std::size_t shift = index < (2U << kBits) ? 0 : (index >> kBits) - 1;
    return ((index - (shift << kBits)) + 1) << shift;
  }

  std::array<std::uint64_t, kBuckets> buckets_ = {};
  std::uint64_t count_ = 0;
  std::uint64_t max_ = 0;
};

}  // namespace touchstone::bench
