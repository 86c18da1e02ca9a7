#include "http/head_scan.hpp"

namespace touchstone::http {

std::optional<Fault> HeadScan::look(std::string_view bytes, std::size_t max_head) {
  bytes = bytes.substr(0, max_head);
  while (size_ == 0) {
    const std::size_t newline = bytes.find('\n', scanned_);
    if (newline == std::string_view::npos) {
      scanned_ = bytes.size();
      if (scanned_ == max_head) return Fault{431, "the head is too large"};
      return std::nullopt;
    }
    if (newline == line_ || bytes[newline - 1] != '\r') {
      return Fault{400, "a line of the head ends without a carriage return"};
    }
    if (newline - line_ == 1) size_ = newline + 1;
    line_ = scanned_ = newline + 1;
  }
  return std::nullopt;
}

}  // namespace touchstone::http
