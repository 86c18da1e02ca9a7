#include "http/sse.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "http/bytes.hpp"

namespace touchstone::http {
namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf";
constexpr std::size_t kPadding = 64;
// An idle stream keeps no larger buffer than this.
constexpr std::size_t kKeptBuffer = std::size_t{64} << 10;

constexpr bool ends_line(char c) { return c == '\n' || c == '\r'; }

// Blocks are looked at whole, without a branch for each byte, which compilers turn into vectors.
std::size_t find_line_end(std::string_view text, std::size_t from) {
  constexpr std::size_t kBlock = 32;
  for (; text.size() - from >= kBlock; from += kBlock) {
    unsigned found = 0;
    for (std::size_t i = 0; i < kBlock; ++i) {
      const char c = text[from + i];
      found |= static_cast<unsigned>(c == '\n') | static_cast<unsigned>(c == '\r');
    }
    if (found != 0) break;
  }
  while (from < text.size() && !ends_line(text[from])) ++from;
  return from;
}

std::optional<int> parse_retry(std::string_view value) {
  if (value.empty() || !all(value, kDigitByte)) return std::nullopt;
  std::int64_t number = 0;
  for (const char c : value) {
    number = std::min<std::int64_t>(number * 10 + (c - '0'), std::numeric_limits<int>::max());
  }
  return static_cast<int>(number);
}

bool fits_a_line(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

void append_field(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ").append(value).append("\n");
}

}  // namespace

SseReader::SseReader(std::size_t max_event) : max_event_(max_event) {}

void SseReader::feed(std::string_view bytes) {
  if (failed_) return;
  buffer_.erase(0, begin_);
  scanned_ -= begin_;
  begin_ = 0;
  buffer_.append(bytes);
}

std::optional<SseEvent> SseReader::next() {
  if (failed_ || !take_mark()) return std::nullopt;
  while (const auto line = next_line()) {
    if (!line->empty()) {
      take_field(*line);
      if (data_.size() > max_event_) fail();
    } else if (auto event = end_event()) {
      return event;
    }
    if (failed_) return std::nullopt;
  }
  if (begin_ == buffer_.size() && buffer_.capacity() > kKeptBuffer) {
    std::string().swap(buffer_);
    begin_ = scanned_ = 0;
  }
  return std::nullopt;
}

// The byte order mark, which may come in parts. False until it is known whether there is one.
bool SseReader::take_mark() {
  if (!at_start_) return true;
  if (buffer_.size() < kMark.size() && kMark.starts_with(buffer_)) return false;
  at_start_ = false;
  if (buffer_.starts_with(kMark)) begin_ = scanned_ = kMark.size();
  return true;
}

// A \r ends a line at once; if a \n follows, now or in the next bytes, it belongs to the same end.
std::optional<std::string_view> SseReader::next_line() {
  if (skip_newline_ && begin_ < buffer_.size()) {
    if (buffer_[begin_] == '\n') scanned_ = ++begin_;
    skip_newline_ = false;
  }
  scanned_ = find_line_end(buffer_, scanned_);
  const std::string_view line(buffer_.data() + begin_, scanned_ - begin_);
  if (line.size() > max_event_) {
    fail();
    return std::nullopt;
  }
  if (scanned_ == buffer_.size()) return std::nullopt;
  skip_newline_ = buffer_[scanned_] == '\r';
  begin_ = ++scanned_;
  return line;
}

void SseReader::take_field(std::string_view line) {
  const std::size_t colon = line.find(':');
  const std::string_view name = line.substr(0, colon);
  std::string_view value = colon == std::string_view::npos ? "" : line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (name == "data") {
    add_data(value);
  } else if (name == "event") {
    event_ = value;
  } else if (name == "id") {
    if (value.find('\0') == std::string_view::npos) new_id_ = value;
  } else if (name == "retry") {
    if (const auto retry = parse_retry(value)) retry_ms_ = retry;
  }
}

void SseReader::add_data(std::string_view value) {
  const std::size_t needed = data_.size() + 1 + value.size() + kPadding;
  if (needed > data_.capacity()) data_.reserve(std::max(needed, 2 * data_.size()));
  if (has_data_) data_ += '\n';
  data_ += value;
  has_data_ = true;
}

std::optional<SseEvent> SseReader::end_event() {
  last_id_ = new_id_;
  if (event_.empty()) event_ = "message";
  SseEvent event{std::exchange(event_, {}), {}, last_id_};
  if (!std::exchange(has_data_, false)) return std::nullopt;
  event.data = std::exchange(data_, {});
  return event;
}

void SseReader::fail() {
  failed_ = true;
  std::string().swap(buffer_);
  std::string().swap(data_);
  begin_ = scanned_ = 0;
}

void append_event(std::string& out, std::string_view data, std::string_view id,
                  std::string_view event) {
  if (!id.empty() && fits_a_line(id)) append_field(out, "id", id);
  if (!event.empty() && fits_a_line(event)) append_field(out, "event", event);
  while (true) {
    const std::size_t end = find_line_end(data, 0);
    append_field(out, "data", data.substr(0, end));
    if (end == data.size()) break;
    data.remove_prefix(data.substr(end).starts_with("\r\n") ? end + 2 : end + 1);
  }
  out += '\n';
}

}  // namespace touchstone::http
