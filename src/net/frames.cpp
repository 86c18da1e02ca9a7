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
  if (!kKeeps || size > kLargest) return ::operator new(size);
  Free*& list = lists_[list_of(size)];
  const std::size_t bytes = rounded(size, kStep);
  if (list == nullptr) return ::operator new(bytes);
  kept_ -= bytes;
  void* const frame = list;
  list = list->next;
  return frame;
}

// Large ones go first: they are few, and an allocator takes no longer over them.
void Frames::make_room(std::size_t bytes) noexcept {
  for (std::size_t i = lists_.size(); i-- > 0 && kept_ + bytes > kMostKept;) {
    while (lists_[i] != nullptr && kept_ + bytes > kMostKept) {
      void* const frame = lists_[i];
      lists_[i] = lists_[i]->next;
      kept_ -= (i + 1) * kStep;
      ::operator delete(frame);
    }
  }
}

void Frames::give_back(void* frame, std::size_t size) noexcept {
  const std::size_t bytes = rounded(size, kStep);
  if (!kKeeps || size > kLargest) return ::operator delete(frame);
  if (kept_ + bytes > kMostKept) make_room(bytes);
  Free*& list = lists_[list_of(size)];
  list = new (frame) Free{list};
  kept_ += bytes;
}

}  // namespace touchstone::net
