#include "json/writer.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "json/number_text.hpp"
#include "json/string.hpp"

namespace touchstone::json {
namespace {

void append_integer(std::string& out, std::int64_t value) {
  std::array<char, 20> buffer;  // the longest has as many
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  out.append(buffer.data(), result.ptr);
}

}  // namespace

void Writer::before_value() {
  if (needs_comma_) out_ += ',';
  if (newline_) out_ += '\n';
  needs_comma_ = true;
  newline_ = false;
}

Writer& Writer::begin_object() { return open('{'); }
Writer& Writer::end_object() { return close('}'); }
Writer& Writer::begin_array() { return open('['); }
Writer& Writer::end_array() { return close(']'); }

Writer& Writer::open(char bracket) {
  before_value();
  out_ += bracket;
  needs_comma_ = false;
  return *this;
}

Writer& Writer::close(char bracket) {
  needs_comma_ = false;
  before_value();
  out_ += bracket;
  return *this;
}

Writer& Writer::key(std::string_view name) {
  before_value();
  append_quoted(out_, name);
  out_ += ':';
  needs_comma_ = false;
  return *this;
}

Writer& Writer::string(std::string_view text) {
  before_value();
  append_quoted(out_, text);
  return *this;
}

Writer& Writer::boolean(bool value) { return raw(value ? "true" : "false"); }

Writer& Writer::integer(std::int64_t value) {
  before_value();
  append_integer(out_, value);
  return *this;
}

Writer& Writer::number(double value) {
  if (!std::isfinite(value)) return null();
  before_value();
  append_number(out_, value);
  return *this;
}

Writer& Writer::null() { return raw("null"); }

Writer& Writer::raw(std::string_view json) {
  before_value();
  out_ += json;
  return *this;
}

Writer& Writer::members(std::string_view json) { return json.empty() ? *this : raw(json); }

Writer& Writer::newline() {
  newline_ = true;
  return *this;
}

}  // namespace touchstone::json
