#include "json/lexeme.hpp"

#include <fmt/format.h>

#include "json/utf8.hpp"

namespace touchstone::json {
namespace {

using MaybeFault = std::optional<Fault>;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

// A byte of a string that needs no second look.
bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

bool is_at(std::string_view text, std::size_t at, std::string_view characters) {
  return at < text.size() && characters.find(text[at]) != std::string_view::npos;
}

Fault ends_inside(std::string_view text, std::string_view what) {
  return {text.size(), fmt::format("the text ends inside {}", what)};
}

MaybeFault scan_hex(std::string_view text, std::size_t& at) {
  for (int i = 0; i < 4; ++i, ++at) {
    if (at == text.size()) return ends_inside(text, "a string");
    if (!is_hex(text[at])) {
      return Fault{at, "expected four hexadecimal digits after \\u, found " + describe(text, at)};
    }
  }
  return {};
}

// `at` stands on the backslash.
MaybeFault scan_escape(std::string_view text, std::size_t& at) {
  const std::size_t letter = at + 1;
  if (letter == text.size()) return ends_inside(text, "a string");
  at = letter + 1;
  if (text[letter] == 'u') return scan_hex(text, at);
  if (is_at(text, letter, "\"\\/bfnrt")) return {};
  return Fault{letter, "a backslash cannot be followed by " + describe(text, letter)};
}

Fault control_fault(std::string_view text, std::size_t at) {
  if (text[at] == '\n' || text[at] == '\r') {
    return {at, "a line break in a string must be written as \\n"};
  }
  return {at, "a control character in a string must be escaped, found " + describe(text, at)};
}

// One character that is neither a quote nor an escape.
MaybeFault scan_character(std::string_view text, std::size_t& at) {
  if (is_control(text[at])) return control_fault(text, at);
  const std::size_t length = utf8_length(text.substr(at, 4));
  if (length == 0) return Fault{at, "invalid UTF-8 in a string, found " + describe(text, at)};
  at += length;
  return {};
}

MaybeFault scan_digits(std::string_view text, std::size_t& at, std::string_view where) {
  if (at == text.size()) return ends_inside(text, "a number");
  if (!is_digit(text[at])) {
    return Fault{at, fmt::format("expected a digit {}, found {}", where, describe(text, at))};
  }
  while (at < text.size() && is_digit(text[at])) ++at;
  return {};
}

MaybeFault scan_whole_part(std::string_view text, std::size_t& at) {
  if (is_at(text, at, "-")) ++at;
  const std::size_t first = at;
  if (auto fault = scan_digits(text, at, "after '-'")) return fault;
  if (text[first] == '0' && at > first + 1) {
    return Fault{first + 1, "a number cannot have a leading zero"};
  }
  return {};
}

}  // namespace

MaybeFault scan_string(std::string_view text, std::size_t& at) {
  ++at;
  while (true) {
    while (at < text.size() && is_plain(text[at])) ++at;
    if (at == text.size()) return ends_inside(text, "a string");
    if (text[at] == '"') {
      ++at;
      return {};
    }
    auto fault = text[at] == '\\' ? scan_escape(text, at) : scan_character(text, at);
    if (fault) return fault;
  }
}

MaybeFault scan_number(std::string_view text, std::size_t& at) {
  if (auto fault = scan_whole_part(text, at)) return fault;
  if (is_at(text, at, ".")) {
    ++at;
    if (auto fault = scan_digits(text, at, "after the decimal point")) return fault;
  }
  if (is_at(text, at, "eE")) {
    ++at;
    if (is_at(text, at, "+-")) ++at;
    return scan_digits(text, at, "in the exponent");
  }
  return {};
}

MaybeFault scan_literal(std::string_view text, std::size_t& at, std::string_view literal) {
  for (const char expected : literal) {
    if (at == text.size()) return ends_inside(text, fmt::format("'{}'", literal));
    if (text[at] != expected) {
      return Fault{at, fmt::format("expected '{}', found {}", literal, describe(text, at))};
    }
    ++at;
  }
  return {};
}

std::string describe(std::string_view text, std::size_t at) {
  if (at >= text.size()) return "the end of the text";
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte == '\'') return "a single quote";
  if (byte > 0x20 && byte < 0x7F) return fmt::format("'{}'", text[at]);
  const std::size_t length = utf8_length(text.substr(at, 4));
  if (length == 0) return fmt::format("byte 0x{:02X}", byte);
  return fmt::format("U+{:04X}", utf8_code_point(text.substr(at, length)));
}

}  // namespace touchstone::json
