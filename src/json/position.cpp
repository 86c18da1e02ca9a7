#include "json/position.hpp"

#include <algorithm>

#include "json/utf8.hpp"

namespace touchstone::json {

Position locate(std::string_view text, std::size_t offset) { return advance(text, {}, offset); }

Position advance(std::string_view text, const Position& from, std::size_t offset) {
  const std::size_t end = std::min(offset, text.size());
  const std::string_view between = text.substr(from.offset, end - from.offset);
  const std::size_t break_at = between.rfind('\n');
  const bool same_line = break_at == std::string_view::npos;
  const std::string_view line = same_line ? between : between.substr(break_at + 1);
  const auto breaks = std::count(between.begin(), between.end(), '\n');
  const auto continuations = std::count_if(line.begin(), line.end(), is_utf8_continuation);
  const std::size_t columns = line.size() - static_cast<std::size_t>(continuations);
  return {end, from.line + static_cast<std::size_t>(breaks),
          (same_line ? from.column : 1) + columns};
}

}  // namespace touchstone::json
