#include "json/writer.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "json/number_text.hpp"
#include "json/string.hpp"

namespace touchstone::json {
namespace {

constexpr std::size_t kMostDigits = 20;  // the longest integer has as many, with its sign
// Room is filled with zeros before it is used, so what is longer than the most is appended.
constexpr std::size_t kLeastRoom = 64;
constexpr std::size_t kMostRoom = 512;

}  // namespace

void Writer::make_room(std::size_t bytes) {
  out_.resize(size_ + bytes + std::clamp(size_, kLeastRoom, kMostRoom));
}

Writer& Writer::begin_object() { return open('{'); }
Writer& Writer::end_object() { return close('}'); }
Writer& Writer::begin_array() { return open('['); }
Writer& Writer::end_array() { return close(']'); }

Writer& Writer::open(char bracket) {
  char* at = place_for(1);
  *at++ = bracket;
  end_at(at);
  needs_comma_ = false;
  return *this;
}

Writer& Writer::close(char bracket) {
  needs_comma_ = false;
  char* at = place_for(1);
  *at++ = bracket;
  end_at(at);
  return *this;
}

void Writer::append_quoted_at(const char* end, std::string_view text) {
  end_at(end);
  append_quoted(without_room(), text);
  size_ = out_.size();
}

inline void Writer::quote(std::string_view text) {
  const bool is_short = text.size() <= kMostRoom;
  char* const at = place_for(is_short ? text.size() + kQuotingRoom : 0);
  if (!is_short || !put_plain(at, text)) return append_quoted_at(at, text);
  end_at(at + text.size() + 2);
}

Writer& Writer::key(std::string_view name) {
  quote(name);
  if (size_ == out_.size()) make_room(1);
  out_[size_++] = ':';
  needs_comma_ = false;
  return *this;
}

Writer& Writer::string(std::string_view text) {
  quote(text);
  return *this;
}

Writer& Writer::boolean(bool value) { return raw(value ? "true" : "false"); }

Writer& Writer::integer(std::int64_t value) {
  char* const at = place_for(kMostDigits);
  end_at(std::to_chars(at, at + kMostDigits, value).ptr);
  return *this;
}

Writer& Writer::number(double value) {
  if (is_plain_integer(value)) return integer(static_cast<std::int64_t>(value));
  if (!std::isfinite(value)) return null();
  std::string text;
  append_number(text, value);
  return raw(text);
}

Writer& Writer::null() { return raw("null"); }

Writer& Writer::raw(std::string_view json) {
  const bool is_short = json.size() <= kMostRoom;
  char* const at = place_for(is_short ? json.size() : 0);
  if (is_short) {
    end_at(at + json.copy(at, json.size()));
    return *this;
  }
  end_at(at);
  without_room() += json;
  size_ = out_.size();
  return *this;
}

Writer& Writer::members(std::string_view json) { return json.empty() ? *this : raw(json); }

Writer& Writer::newline() {
  newline_ = true;
  return *this;
}

}  // namespace touchstone::json
