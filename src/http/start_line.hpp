// The first line of a request and of a response.
//
// Inside src/http only. A line comes without its \r\n and may still hold any byte but \n.
#pragma once

#include <optional>
#include <string_view>

#include "http/head_scan.hpp"

namespace touchstone::http {

struct RequestLine {
  std::string_view method;
  std::string_view target;     // "/…" always
  std::string_view authority;  // of "http://authority/…", else empty
  int minor_version = 1;
};
[[nodiscard]] std::optional<Fault> parse_request_line(std::string_view line, RequestLine& out);

struct StatusLine {
  int status = 0;
  std::string_view reason;
  int minor_version = 1;
};
[[nodiscard]] std::optional<Fault> parse_status_line(std::string_view line, StatusLine& out);

}  // namespace touchstone::http
