// HttpReader: HTTP/1.1 messages, requests or responses, out of the bytes of one connection.
//
// For programs of our own that talk over loopback: it knows Content-Length and chunked bodies and
// takes a message without either for one without a body. It defends against nobody; what faces the
// world is src/http.
//
// One for each connection, one thread. The views it hands out last until next() or append().
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace touchstone::bench {

class HttpReader {
 public:
  enum class State : std::uint8_t { kNeedsMore, kComplete, kBad };

  void append(std::string_view bytes) { buffer_ += bytes; }
  // Looks at what was appended. After kComplete the message can be read, until next() drops it.
  [[nodiscard]] State advance();
  void next();

  [[nodiscard]] std::string_view start_line() const;
  [[nodiscard]] std::string_view header(std::string_view name) const;  // empty if absent
  [[nodiscard]] std::string_view body() const;

 private:
  [[nodiscard]] std::string_view head() const { return {buffer_.data(), head_size_}; }
  [[nodiscard]] bool read_head();
  [[nodiscard]] State read_chunks();

  std::string buffer_;
  std::string chunks_;         // the decoded body, if it came in chunks
  std::size_t head_size_ = 0;  // with the empty line; 0 while it is incomplete
  std::size_t end_ = 0;        // of what is read: the whole message once it is complete
  std::size_t body_size_ = 0;  // by Content-Length
  bool chunked_ = false;
};

}  // namespace touchstone::bench
