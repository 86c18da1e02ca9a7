// Header lines, and what those of them say that decide where a message ends.
//
// Inside src/http only; requests and responses share it, so that they are equally strict.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "http/head.hpp"
#include "http/head_scan.hpp"

namespace touchstone::http {

// `lines`: everything after the start line, to the end of the empty line. Adds views into it.
[[nodiscard]] std::optional<Fault> parse_fields(std::string_view lines, std::size_t max_headers,
                                                Headers& headers);

// How a body ends.
struct Framing {
  enum class Kind : std::uint8_t { kNone, kLength, kChunked };
  Kind kind = Kind::kNone;
  std::uint64_t length = 0;  // kLength only; the largest there is if the number does not fit
};

// What the headers say about the message itself.
struct Notes {
  Framing framing;
  std::string_view host;
  std::size_t hosts = 0;
  bool says_close = false;
  bool says_keep_alive = false;
  bool says_continue = false;  // Expect: 100-continue
};

// Refuses two lengths, a coding that is not exactly "chunked", and a coding beside a length.
[[nodiscard]] std::optional<Fault> take_notes(const Headers& headers, int minor_version,
                                              Notes& notes);

// HTTP/1.1 goes on unless told to close, HTTP/1.0 closes unless told to go on.
[[nodiscard]] inline bool stays_open(const Notes& notes, int minor_version) {
  return !notes.says_close && (minor_version == 1 || notes.says_keep_alive);
}

}  // namespace touchstone::http
