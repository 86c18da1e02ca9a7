// Writer: JSON that is ours, written straight into a string.
//
// Only for what we create. Values that came from elsewhere go through raw() with their original
// bytes, so that a number keeps its spelling and an object its key order.
//
//   Writer w;
//   w.begin_object();
//   w.key("name").string(tool.name);
//   w.key("hints").begin_array().boolean(true).end_array();
//   w.end_object();
//   std::string text = std::move(w).take();
//
// Misnesting is a bug in the caller, not an input error; the tests of each caller parse what it
// wrote.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace touchstone::json {

class Writer {
 public:
  Writer& begin_object();
  Writer& end_object();
  Writer& begin_array();
  Writer& end_array();
  Writer& key(std::string_view name);
  Writer& string(std::string_view text);
  Writer& boolean(bool value);
  Writer& integer(std::int64_t value);
  Writer& number(double value);  // shortest form that reads back the same; not finite: null
  Writer& null();
  Writer& raw(std::string_view json);      // one complete JSON value, copied as it is
  Writer& members(std::string_view json);  // of an object, as they stand between its braces
  Writer& newline();                       // between values, for output that people read

  void reserve(std::size_t bytes) { out_.reserve(bytes); }
  [[nodiscard]] std::string_view text() const { return out_; }
  [[nodiscard]] std::string take() && { return std::move(out_); }

 private:
  Writer& open(char bracket);
  Writer& close(char bracket);
  void before_value();

  std::string out_;
  bool needs_comma_ = false;
  bool newline_ = false;
};

}  // namespace touchstone::json
