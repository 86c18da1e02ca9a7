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

#include <cstddef>
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
  [[nodiscard]] std::string_view text() const { return {out_.data(), size_}; }
  [[nodiscard]] std::string take() && {
    out_.resize(std::exchange(size_, 0));
    return std::move(out_);
  }

 private:
  static constexpr std::size_t kBefore = 2;  // a comma and the end of a line

  Writer& open(char bracket);
  Writer& close(char bracket);
  // Where the next value begins, with room for it: what stands before it is put there.
  [[nodiscard]] char* place_for(std::size_t bytes) {
    if (out_.size() - size_ < bytes + kBefore) make_room(bytes + kBefore);
    char* at = out_.data() + size_;
    *at = ',';
    at += needs_comma_ ? 1 : 0;
    *at = '\n';
    at += newline_ ? 1 : 0;
    needs_comma_ = true;
    newline_ = false;
    return at;
  }
  void end_at(const char* end) { size_ = static_cast<std::size_t>(end - out_.data()); }
  void make_room(std::size_t bytes);
  std::string& without_room() {
    out_.resize(size_);
    return out_;
  }
  inline void quote(std::string_view text);
  void append_quoted_at(const char* end, std::string_view text);

  std::string out_;  // the text, and room behind it: to append piece by piece costs far more
  std::size_t size_ = 0;
  bool needs_comma_ = false;
  bool newline_ = false;
};

}  // namespace touchstone::json
