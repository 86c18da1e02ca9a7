// Shelf: how many bytes may be kept for clients that come back; of one session, and of all.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace touchstone::face {

class Shelf {
 public:
  // One session may keep an answer of the largest size we take, and a little.
  static constexpr std::size_t kMaxOfSession = std::size_t{17} << 20;
  static constexpr std::size_t kMaxOfAll = std::size_t{256} << 20;

  // `whole`, if given, is the shelf this one is a part of.
  explicit Shelf(std::size_t limit, std::shared_ptr<Shelf> whole = nullptr)
      : limit_(limit), whole_(std::move(whole)) {}
  ~Shelf() {
    if (whole_ != nullptr) whole_->give_back(used_);
  }
  Shelf(const Shelf&) = delete;

  // False if there is no room.
  [[nodiscard]] bool take(std::size_t bytes) {
    if (used_ + bytes > limit_ || (whole_ != nullptr && !whole_->take(bytes))) return false;
    used_ += bytes;
    return true;
  }
  void give_back(std::size_t bytes) {
    used_ -= bytes;
    if (whole_ != nullptr) whole_->give_back(bytes);
  }
  [[nodiscard]] std::size_t used() const { return used_; }

 private:
  std::size_t limit_;
  std::shared_ptr<Shelf> whole_;
  std::size_t used_ = 0;
};

}  // namespace touchstone::face
