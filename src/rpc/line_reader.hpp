// LineReader: the framing of stdio. Bytes in, lines out.
//
// One message a line, ended by \n (a \r before it is dropped, empty lines are skipped). A line
// longer than the limit is thrown away to its end and reported once; the lines after it are read as
// usual. The bytes are received into room(), so a line is copied once, into the Text that is
// parsed.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "json/text.hpp"

namespace touchstone::rpc {

class LineReader {
 public:
  static constexpr std::size_t kDefaultLimit = std::size_t{16} << 20;

  explicit LineReader(std::size_t max_line = kDefaultLimit) : max_line_(max_line) {}

  // Where the next bytes go. Never empty. Views from before are gone.
  [[nodiscard]] std::span<char> room();
  void commit(std::size_t size);

  struct Line {
    json::Text text;
    bool too_long = false;  // the text is empty: the line was thrown away
  };
  // The next whole line, or nothing until more bytes have come.
  [[nodiscard]] std::optional<Line> next();

  // Bytes of a line that has not ended. At the end of the stream it never will.
  [[nodiscard]] std::size_t unfinished() const { return end_ - begin_; }
  // Gives the buffer's memory back if nothing is in it; for connections that fall idle.
  void shrink();

 private:
  std::string buffer_;
  std::size_t begin_ = 0;    // of the line being read
  std::size_t scanned_ = 0;  // no newline before this
  std::size_t end_ = 0;      // of what was received
  std::size_t max_line_;
  bool skipping_ = false;
};

}  // namespace touchstone::rpc
