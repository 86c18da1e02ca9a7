// Writing HTTP/1.1: heads, chunks, and the small things around them.
//
// Values that come from elsewhere are checked with is_field_value() before they get here; a CR or
// LF in a header is a way to write a second response.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace touchstone::http {

[[nodiscard]] std::string_view reason(int status);  // "Not Found"

void append_response_line(std::string& out, int status);
void append_request_line(std::string& out, std::string_view method, std::string_view target);
void append_header(std::string& out, std::string_view name, std::string_view value);
void append_header(std::string& out, std::string_view name, std::size_t value);
inline void end_head(std::string& out) { out += "\r\n"; }

// One piece of a chunked body, complete with its size; and the piece that ends it.
void append_chunk(std::string& out, std::string_view piece);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

[[nodiscard]] bool is_token(std::string_view name);         // RFC 9110, 5.6.2
[[nodiscard]] bool is_field_value(std::string_view value);  // visible ASCII, space and tab

}  // namespace touchstone::http
