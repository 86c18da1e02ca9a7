// Finds: where the confirming parts of the scan put what they found. Internal to src/detect; one
// scan owns one.
//
// Each kind has room of its own, so that a flood of one hides nothing of another; and of a kind
// that is full the first of each further rule is still kept. So whatever is left out, every kind
// and every rule that was found is told.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "detect/content.hpp"

namespace touchstone::detect {

// Room for as many of each kind, and one more of each rule.
class KindRoom {
 public:
  explicit KindRoom(std::size_t each) : each_(each) {}
  [[nodiscard]] bool take(ContentKind kind, std::string_view rule) {
    auto& count = counts_[static_cast<std::size_t>(kind)];
    if (count++ < each_) return true;
    was_short_ = true;
    if (std::ranges::find(late_, rule) != late_.end()) return false;
    late_.push_back(rule);
    return true;
  }
  [[nodiscard]] bool was_short() const { return was_short_; }

 private:
  std::size_t each_;
  std::array<std::size_t, kContentKinds> counts_{};
  std::vector<std::string_view> late_;  // as many as there are rules
  bool was_short_ = false;
};

class Finds {
 public:
  explicit Finds(Confidence at_least) : at_least_(at_least) {}

  void add(ContentKind kind, Confidence confidence, std::string_view rule, std::size_t begin,
           std::size_t end) {
    add({kind, confidence, false, rule, begin, end});
  }
  void add(const Detection& found) {
    if (found.confidence < at_least_ || found.begin >= found.end) return;
    last_end_ = found.end;
    if (room_.take(found.kind, found.rule)) items_.push_back(found);
  }
  // What stands here was not looked at, because there is a bound to that; it may be anything.
  void add_unread(std::size_t begin, std::size_t end) {
    add(ContentKind::kHidden, Confidence::kLikely, kUnread, begin, end);
  }
  // Something of this kind covers this place, as far as the latest finds tell.
  [[nodiscard]] bool covers(ContentKind kind, std::size_t at) const {
    constexpr std::ptrdiff_t kLatest = 16;
    const auto count = std::min(kLatest, static_cast<std::ptrdiff_t>(items_.size()));
    return std::any_of(items_.end() - count, items_.end(), [&](const Detection& item) {
      return item.kind == kind && item.begin <= at && at < item.end;
    });
  }
  [[nodiscard]] std::size_t last_end() const { return last_end_; }
  [[nodiscard]] Confidence at_least() const { return at_least_; }
  void tell_partial() { is_partial_ = true; }

  // Sorted; those of one kind that overlap as one, under the name of the surer, then the longer
  // one.
  [[nodiscard]] Detections take() &&;

 private:
  Confidence at_least_;
  bool is_partial_ = false;
  std::size_t last_end_ = 0;
  KindRoom room_{2 * kMaxDetections};  // twice what is told, since some of it overlaps
  std::vector<Detection> items_;
};

}  // namespace touchstone::detect
