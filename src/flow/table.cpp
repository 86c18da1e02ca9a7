// Tables in Markdown: a head, a line of hyphens, rows; every line begins with a bar.
#include <algorithm>
#include <string_view>
#include <vector>

#include "flow/layouts.hpp"
#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

bool is_row(std::string_view line) { return line.starts_with('|') && line.size() > 2; }

bool is_rule(std::string_view line) {
  return is_row(line) && line.find("--") != std::string_view::npos &&
         std::ranges::all_of(
             line, [](char c) { return c == '|' || c == '-' || c == ':' || is_blank(c); });
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  line.remove_prefix(1);
  while (!line.empty() && cells.size() < kMaxColumns) {
    const auto cell = line.substr(0, line.find('|'));
    line.remove_prefix(std::min(line.size(), cell.size() + 1));
    cells.push_back(cell);
  }
  return cells;
}

void cut_row(std::string_view line, const std::vector<std::string_view>& head, Cutter& out) {
  const auto cells = cells_of(line);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    out.whole_value(i < head.size() ? head[i] : std::string_view(), cells[i]);
    out.layout(" | ");
  }
  out.layout("\n");
}

}  // namespace

bool cut_table(std::string_view text, Cutter& out) {
  auto rest = text;
  const auto head = take_line(rest);
  if (!is_row(head) || !is_rule(take_line(rest))) return false;
  out.layout(head);
  out.layout("\n");
  const auto names = cells_of(head);
  while (is_row(rest)) {
    const auto line = take_line(rest);
    if (is_row(line)) cut_row(line, names, out);
  }
  if (!rest.empty()) out.prose(rest);
  return true;
}

}  // namespace touchstone::flow
