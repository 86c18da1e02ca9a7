// FlatJson: a JSON text with its escapes decoded, and the way back from its bytes to those they are
// spelled with. Borrows the text, which may be large and has seldom many escapes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::detect {

class FlatJson {
 public:
  explicit FlatJson(std::string_view raw);

  [[nodiscard]] std::string_view text() const { return segments_.empty() ? raw_ : flat_; }
  // Where the character begins, or ends, that has this byte of text() in it, before its end.
  [[nodiscard]] std::size_t raw_begin(std::size_t flat) const;
  [[nodiscard]] std::size_t raw_end(std::size_t flat_end) const;
  // The way there: where in text() the character at this byte of the raw text is.
  [[nodiscard]] std::size_t flat_of(std::size_t raw) const;
  // Where the escape begins, or ends, that this byte of the raw text is inside of; else the byte.
  [[nodiscard]] std::size_t escape_begin(std::size_t raw) const;
  [[nodiscard]] std::size_t escape_end(std::size_t raw_end) const;

 private:
  // One escape; what stands between two of them is as long decoded as it was.
  struct Segment {
    std::size_t flat;
    std::size_t raw;
    std::size_t flat_size;
    std::size_t raw_size;
  };
  [[nodiscard]] const Segment* last_before(std::size_t flat) const;
  [[nodiscard]] const Segment* last_raw_before(std::size_t raw) const;

  std::string_view raw_;
  std::string flat_;
  std::vector<Segment> segments_;
};

}  // namespace touchstone::detect
