// Input: the bytes that were received and not yet used; one reused buffer for each connection.
//
// Inside src/http only. Views of the bytes are valid until room() or shrink() is called.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace touchstone::http {

class Input {
 public:
  // At least `wanted` bytes to receive into. The buffer grows only if it is full of unused bytes.
  [[nodiscard]] std::span<char> room(std::size_t wanted);
  // The same for a body of which `announced` bytes are still to come: fewer reads for a large one.
  [[nodiscard]] std::span<char> room_for(std::uint64_t announced) {
    return room(static_cast<std::size_t>(std::clamp(announced, kRoom, kBodyRoom)));
  }
  void commit(std::size_t size);

  [[nodiscard]] std::string_view view() const { return {buffer_.get() + begin_, end_ - begin_}; }
  [[nodiscard]] bool empty() const { return begin_ == end_; }
  void consume(std::size_t size) { begin_ += size; }
  void shrink();  // to its first size, if nothing is in it

 private:
  static constexpr std::uint64_t kRoom = std::uint64_t{4} << 10;
  static constexpr std::uint64_t kBodyRoom = std::uint64_t{64} << 10;
  std::unique_ptr<char[]> buffer_;  // NOLINT(modernize-avoid-c-arrays): never filled with zeros
  std::size_t size_ = 0;            // of the buffer: the room there is, used or not
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace touchstone::http
