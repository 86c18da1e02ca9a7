#include "rpc/line_reader.hpp"

#include <algorithm>
#include <cstring>

namespace touchstone::rpc {
namespace {

constexpr std::size_t kFirstRoom = std::size_t{8} << 10;
constexpr std::size_t kLeastRoom = std::size_t{4} << 10;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

std::span<char> LineReader::room() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_, scanned_ -= begin_, begin_ = 0;
  }
  if (buffer_.size() - end_ < kLeastRoom) buffer_.resize(std::max(kFirstRoom, 2 * buffer_.size()));
  return {buffer_.data() + end_, buffer_.size() - end_};
}

void LineReader::commit(std::size_t size) { end_ += size; }

std::optional<LineReader::Line> LineReader::next() {
  for (;;) {
    const std::string_view received(buffer_.data(), end_);
    const std::size_t newline = received.find('\n', scanned_);
    const bool whole = newline != std::string_view::npos;
    const std::size_t stop = whole ? newline : end_;
    const bool too_long = stop - begin_ > max_line_;
    if (!whole) {
      scanned_ = end_;
      // What cannot become a line any more is not kept.
      if (skipping_ || too_long) begin_ = end_;
      if (!too_long || skipping_) return std::nullopt;
      skipping_ = true;
      return Line{json::Text(std::string()), true};
    }
    std::string_view line = received.substr(begin_, stop - begin_);
    begin_ = scanned_ = newline + 1;
    if (skipping_) {
      skipping_ = false;
      continue;
    }
    if (too_long) return Line{json::Text(std::string()), true};
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!is_blank(line)) return Line{json::Text::copy_of(line), false};
  }
}

void LineReader::shrink() {
  if (begin_ != end_) return;
  begin_ = end_ = scanned_ = 0;
  buffer_ = {};
}

}  // namespace touchstone::rpc
