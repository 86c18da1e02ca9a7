#include "net/frames.hpp"

#include <new>

namespace touchstone::net {
namespace {

// Under a sanitizer every frame is a fresh one, or it would not see one that is used after its end.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kKeeps = false;
#else
constexpr bool kKeeps = true;
#endif

constexpr std::size_t rounded(std::size_t size, std::size_t step) {
  return (size + step - 1) / step * step;
}

}  // namespace

Frames& Frames::here() {
  static constinit thread_local Frames frames;
  return frames;
}

void* Frames::take(std::size_t size) {
  if (size > kLargest) return ::operator new(size);
  Free*& list = lists_[list_of(size)];
  const std::size_t bytes = rounded(size, kStep);
  if (list == nullptr) return ::operator new(bytes);
  kept_ -= bytes;
  void* const frame = list;
  list = list->next;
  return frame;
}

void Frames::give_back(void* frame, std::size_t size) noexcept {
  const std::size_t bytes = rounded(size, kStep);
  if (!kKeeps || size > kLargest || kept_ + bytes > kMostKept) return ::operator delete(frame);
  Free*& list = lists_[list_of(size)];
  list = new (frame) Free{list};
  kept_ += bytes;
}

}  // namespace touchstone::net
