// Lines of a text, for inputs that hold a value a line.
#pragma once

#include <string_view>

namespace touchstone::cli {

[[nodiscard]] inline bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// Takes the first line off the front of `text`.
[[nodiscard]] inline std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

}  // namespace touchstone::cli
