#include "http/write.hpp"

#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "http/bytes.hpp"

namespace touchstone::http {
namespace {

// Those we send, and those people meet most often.
constexpr auto kReasons = std::to_array<std::pair<int, std::string_view>>({
    {100, "Continue"},
    {101, "Switching Protocols"},
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {206, "Partial Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {411, "Length Required"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {417, "Expectation Failed"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {426, "Upgrade Required"},
    {428, "Precondition Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {451, "Unavailable For Legal Reasons"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
    {507, "Insufficient Storage"},
});

}  // namespace

std::string_view reason(int status) {
  for (const auto& [number, words] : kReasons) {
    if (number == status) return words;
  }
  return "Unknown";
}

void append_response_line(std::string& out, int status) {
  out.append("HTTP/1.1 ");
  const fmt::format_int number(status);
  out.append(number.data(), number.size()).append(" ").append(reason(status)).append("\r\n");
}

void append_request_line(std::string& out, std::string_view method, std::string_view target) {
  out.append(method).append(" ").append(target).append(" HTTP/1.1\r\n");
}

void append_header(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ").append(value).append("\r\n");
}

void append_header(std::string& out, std::string_view name, std::size_t value) {
  const fmt::format_int digits(value);
  append_header(out, name, std::string_view(digits.data(), digits.size()));
}

// An empty piece would be the last chunk; it writes nothing.
void append_chunk(std::string& out, std::string_view piece) {
  if (piece.empty()) return;
  std::array<char, 16> digits{};
  char* const begin = digits.data();
  char* const end = std::to_chars(begin, begin + digits.size(), piece.size(), 16).ptr;
  out.append(begin, end).append("\r\n").append(piece).append("\r\n");
}

bool is_token(std::string_view name) { return !name.empty() && all(name, kTokenByte); }

bool is_field_value(std::string_view value) {
  for (const char c : value) {
    if (!is(c, kVisibleByte) && c != ' ' && c != '\t') return false;
  }
  return true;
}

}  // namespace touchstone::http
