// Finds: where the confirming parts of the scan put what they found. Internal to src/detect; one
// scan owns one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "detect/content.hpp"

namespace touchstone::detect {

class Finds {
 public:
  explicit Finds(Confidence at_least) : at_least_(at_least) {}

  void add(ContentKind kind, Confidence confidence, std::string_view rule, std::size_t begin,
           std::size_t end) {
    if (confidence < at_least_ || begin >= end) return;
    // Twice what is told, since some of it overlaps.
    if (items_.size() >= 2 * kMaxDetections) {
      is_partial_ = true;
      return;
    }
    items_.push_back({kind, confidence, false, rule, begin, end});
  }
  void add(const Detection& detection) {
    add(detection.kind, detection.confidence, detection.rule, detection.begin, detection.end);
    if (!items_.empty() && items_.back().begin == detection.begin) {
      items_.back().is_encoded = detection.is_encoded;
    }
  }
  // Something of this kind covers this place, as far as the latest finds tell.
  [[nodiscard]] bool covers(ContentKind kind, std::size_t at) const {
    constexpr std::ptrdiff_t kLatest = 16;
    const auto count = std::min(kLatest, static_cast<std::ptrdiff_t>(items_.size()));
    return std::any_of(items_.end() - count, items_.end(), [&](const Detection& item) {
      return item.kind == kind && item.begin <= at && at < item.end;
    });
  }
  [[nodiscard]] std::size_t last_end() const { return items_.empty() ? 0 : items_.back().end; }
  [[nodiscard]] Confidence at_least() const { return at_least_; }
  void tell_partial() { is_partial_ = true; }

  // Sorted; those of one kind that overlap as one, under the name of the surer, then the longer
  // one.
  [[nodiscard]] Detections take() &&;

 private:
  Confidence at_least_;
  bool is_partial_ = false;
  std::vector<Detection> items_;
};

}  // namespace touchstone::detect
