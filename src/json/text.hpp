// Text: the bytes of one JSON document, owned, immutable, and padded for the vectorised reader.
//
// simdjson reads whole vector registers and so may look up to kPadding bytes past the end. A reader
// that reserves that room before it fills its string hands the bytes over without a copy; any other
// string is copied once, here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace touchstone::json {

class Text {
 public:
  static constexpr std::size_t kPadding = 64;

  explicit Text(std::string bytes);
  static Text copy_of(std::string_view bytes);

  [[nodiscard]] std::string_view view() const { return bytes_; }
  [[nodiscard]] const char* data() const { return bytes_.data(); }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }

 private:
  std::string bytes_;  // capacity() >= size() + kPadding, hence never in the small-string buffer
};

}  // namespace touchstone::json
