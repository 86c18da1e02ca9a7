// Frames: the memory of coroutines, kept to be used again.
//
// A call that passes through the gateway makes some thirty coroutines, and their frames have the
// same few sizes each time; a general allocator takes longer over them than over all else of the
// call. So what is freed is kept in a list for each size, up to kMostKept bytes together. One store
// for each thread, so no locks; a frame must be freed on the thread that made it, as the loop's
// are.
#pragma once

#include <array>
#include <cstddef>

namespace touchstone::net {

class Frames {
 public:
  static constexpr std::size_t kMostKept = std::size_t{8} << 20;

  // Of this thread. What it keeps is never given back: the loop's thread is the program's.
  [[nodiscard]] static Frames& here();

  [[nodiscard]] void* take(std::size_t size);
  void give_back(void* frame, std::size_t size) noexcept;
  [[nodiscard]] std::size_t kept() const { return kept_; }  // bytes

 private:
  void make_room(std::size_t bytes) noexcept;

  static constexpr std::size_t kStep = 128;
  static constexpr std::size_t kLargest = std::size_t{16} << 10;  // larger ones are not kept
  struct Free {
    Free* next;
  };
  static std::size_t list_of(std::size_t size) { return (size - 1) / kStep; }

  std::array<Free*, kLargest / kStep> lists_ = {};
  std::size_t kept_ = 0;
};

}  // namespace touchstone::net
