#include "http/input.hpp"

#include <algorithm>
#include <cstring>

namespace touchstone::http {
namespace {

constexpr std::size_t kFirstSize = std::size_t{8} << 10;

}  // namespace

std::span<char> Input::room(std::size_t wanted) {
  const std::size_t used = end_ - begin_;
  if (size_ - end_ < wanted || used == 0) {
    const bool fits = size_ - used >= wanted;
    const std::size_t size = fits ? size_ : std::max(2 * used + wanted, kFirstSize);
    // NOLINTNEXTLINE(modernize-avoid-c-arrays)
    auto grown = fits ? nullptr : std::make_unique_for_overwrite<char[]>(size);
    if (used != 0) std::memmove(fits ? buffer_.get() : grown.get(), buffer_.get() + begin_, used);
    if (!fits) buffer_ = std::move(grown);
    size_ = size;
    begin_ = 0;
    end_ = used;
  }
  return {buffer_.get() + end_, size_ - end_};
}

void Input::commit(std::size_t size) { end_ += std::min(size, size_ - end_); }

void Input::shrink() {
  if (!empty() || size_ <= kFirstSize) return;
  buffer_.reset();
  size_ = begin_ = end_ = 0;
}

}  // namespace touchstone::http
