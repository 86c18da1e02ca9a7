#include "http/input.hpp"

#include <algorithm>
#include <cstring>

namespace touchstone::http {
namespace {

constexpr std::size_t kFirstSize = std::size_t{8} << 10;

}  // namespace

std::span<char> Input::room(std::size_t wanted) {
  if (buffer_.size() - end_ < wanted || begin_ == end_) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ < wanted) buffer_.resize(std::max(2 * end_ + wanted, kFirstSize));
  return {buffer_.data() + end_, buffer_.size() - end_};
}

void Input::commit(std::size_t size) { end_ += std::min(size, buffer_.size() - end_); }

void Input::shrink() {
  if (!empty()) return;
  std::string().swap(buffer_);
  begin_ = end_ = 0;
}

}  // namespace touchstone::http
