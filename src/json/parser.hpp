// Parser: bytes in, Document out. The only reader of JSON in the program.
//
// Strict: RFC 8259 in UTF-8, one value, no duplicate keys in any object (two readers that disagree
// about which one counts are a way around a guard). Bounded: size and depth have limits, and memory
// is a small multiple of the size.
//
// Reuse one Parser for many texts: it keeps the fast reader's buffers. Not for use by two threads
// at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "json/document.hpp"
#include "json/position.hpp"
#include "json/text.hpp"

namespace touchstone::json {

struct Limits {
  // Real tool lists reach 2.1 MB. The reader's tables take up to 22 times the size of a hostile
  // text.
  std::size_t max_bytes = std::size_t{16} << 20;
  std::uint32_t max_depth = 128;  // real input schemas nest 24 deep
};

struct ParseError {
  std::string what;  // "duplicate key \"name\"", "invalid UTF-8", …
  Position position;
};

// "tools.json:3:14: duplicate key "name" (byte 52)", a form that editors and terminals can follow.
[[nodiscard]] base::Error to_error(const ParseError& error, std::string_view source);

class Parser {
 public:
  explicit Parser(Limits limits = {});
  ~Parser();
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  [[nodiscard]] tl::expected<Document, ParseError> parse(Text text);
  // The same, but a text that is no JSON stays where it is, for another look.
  [[nodiscard]] tl::expected<Document, ParseError> parse_or_leave(Text& text);
  [[nodiscard]] const Limits& limits() const { return limits_; }

 private:
  class Engine;  // keeps simdjson out of this header
  Limits limits_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace touchstone::json
