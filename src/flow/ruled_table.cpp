// Tables as programs print them for people: names, a line of hyphens, rows.
//
//    id | mail            +----+-------------+
//   ----+-------------    | id | mail        |
//     1 | a@b.example     +----+-------------+
//   (1 row)               | 1  | a@b.example |
//                         +----+-------------+
#include <algorithm>
#include <vector>

#include "flow/layouts.hpp"
#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

using RowCells = std::vector<std::string_view>;

bool is_ruling(std::string_view line) {
  line = without_space(line);
  return line.find("--") != std::string_view::npos &&
         std::ranges::all_of(line, [](char c) { return c == '-' || c == '+'; });
}

// "(2 rows)"
bool is_count(std::string_view line) {
  line = without_space(line);
  if (!line.starts_with('(') || !line.ends_with(')')) return false;
  line = line.substr(1, line.size() - 2);
  const auto digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return digits > 0 && (line.substr(digits) == " row" || line.substr(digits) == " rows");
}

// Empty: there are too many.
RowCells row_of(std::string_view line) {
  line = without_space(line);
  if (line.starts_with('|') && line.ends_with('|') && line.size() > 1)
    line = line.substr(1, line.size() - 2);
  RowCells cells;
  for (;;) {
    const auto cell = line.substr(0, line.find('|'));
    if (cells.size() == kMaxColumns) return {};
    cells.push_back(without_space(cell));
    if (cell.size() == line.size()) return cells;
    line.remove_prefix(cell.size() + 1);
  }
}

}  // namespace

bool cut_ruled_table(std::string_view text, Cutter& out) {
  auto rest = text.substr(std::min(text.find_first_not_of("\r\n"), text.size()));
  auto line = take_line(rest);
  const bool framed = line.starts_with("+-") && is_ruling(line);
  if (framed) line = take_line(rest);
  const auto head = row_of(line);
  const auto rule = take_line(rest);
  const auto columns = static_cast<std::size_t>(std::ranges::count(rule, '+')) + (framed ? 0 : 1);
  const bool fits = framed ? columns == head.size() + 1 : columns == head.size();
  if (head.empty() || !fits || !is_ruling(rule)) return false;
  if (!std::ranges::all_of(head, is_column_name)) return false;
  out.layout(line);
  out.layout("\n");
  bool ended = false;
  while (!rest.empty()) {
    line = take_line(rest);
    if (without_space(line).empty()) continue;
    if (ended) return false;
    ended = framed ? is_ruling(line) : is_count(line);
    if (ended) continue;
    const auto cells = row_of(line);
    if (cells.size() != head.size()) return false;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      out.whole_value(head[i], cells[i]);
      out.layout(" | ");
    }
    out.layout("\n");
  }
  // A heading and what is under it look like a table of one column.
  return ended || head.size() > 1;
}

}  // namespace touchstone::flow
