#include "bench/http_reader.hpp"

#include <algorithm>
#include <charconv>

namespace touchstone::bench {
namespace {

constexpr std::string_view kLineEnd = "\r\n";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

bool same(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trim(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

bool read_number(std::string_view text, std::size_t& number, int base) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return error == std::errc() && end != text.data();
}

}  // namespace

HttpReader::State HttpReader::advance() {
  if (head_size_ == 0) {
    const auto empty_line = buffer_.find("\r\n\r\n");
    if (empty_line == std::string::npos) return State::kNeedsMore;
    head_size_ = empty_line + 4;
    if (!read_head()) return State::kBad;
  }
  if (chunked_) return read_chunks();
  end_ = head_size_ + body_size_;
  return buffer_.size() >= end_ ? State::kComplete : State::kNeedsMore;
}

bool HttpReader::read_head() {
  end_ = head_size_;
  chunked_ = same(header("transfer-encoding"), "chunked");
  const auto length = header("content-length");
  body_size_ = 0;
  return length.empty() || read_number(length, body_size_, 10);
}

HttpReader::State HttpReader::read_chunks() {
  for (;;) {
    const auto line = buffer_.find(kLineEnd, end_);
    if (line == std::string::npos) return State::kNeedsMore;
    std::size_t size = 0;
    if (!read_number(std::string_view(buffer_).substr(end_, line - end_), size, 16)) {
      return State::kBad;
    }
    const auto data = line + kLineEnd.size();
    if (buffer_.size() < data + size + kLineEnd.size()) return State::kNeedsMore;
    chunks_.append(buffer_, data, size);
    end_ = data + size + kLineEnd.size();
    if (size == 0) return State::kComplete;
  }
}

void HttpReader::next() {
  if (end_ == buffer_.size()) {
    buffer_.clear();
  } else {
    buffer_.erase(0, end_);
  }
  chunks_.clear();
  head_size_ = 0;
  end_ = 0;
}

std::string_view HttpReader::start_line() const { return head().substr(0, head().find(kLineEnd)); }

std::string_view HttpReader::header(std::string_view name) const {
  auto rest = head();
  for (auto end = rest.find(kLineEnd); end != std::string_view::npos; end = rest.find(kLineEnd)) {
    const auto line = rest.substr(0, end);
    rest.remove_prefix(end + kLineEnd.size());
    const auto colon = line.find(':');
    if (colon != std::string_view::npos && same(line.substr(0, colon), name)) {
      return trim(line.substr(colon + 1));
    }
  }
  return {};
}

std::string_view HttpReader::body() const {
  return chunked_ ? std::string_view(chunks_)
                  : std::string_view(buffer_).substr(head_size_, body_size_);
}

}  // namespace touchstone::bench
