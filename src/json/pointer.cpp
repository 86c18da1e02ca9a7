#include "json/pointer.hpp"

namespace touchstone::json {

std::string pointer(std::string_view base, std::string_view token) {
  std::string out(base);
  out += '/';
  for (const char c : token) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

std::string pointer(std::string_view base, std::size_t index) {
  return std::string(base) + '/' + std::to_string(index);
}

}  // namespace touchstone::json
