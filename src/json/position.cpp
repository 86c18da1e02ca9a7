#include "json/position.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "json/utf8.hpp"

namespace touchstone::json {

Position locate(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t break_at = before.rfind('\n');
  const std::string_view line =
      break_at == std::string_view::npos ? before : before.substr(break_at + 1);
  const auto breaks = std::count(before.begin(), before.end(), '\n');
  const auto continuations = std::count_if(line.begin(), line.end(), is_utf8_continuation);
  return {before.size(), static_cast<std::size_t>(breaks) + 1,
          line.size() - static_cast<std::size_t>(continuations) + 1};
}

std::string to_string(const Position& position) {
  return fmt::format("line {}, column {} (byte {})", position.line, position.column,
                     position.offset);
}

}  // namespace touchstone::json
