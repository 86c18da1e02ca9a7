#include "cli/table.hpp"

#include <algorithm>
#include <utility>

#include "cli/printable.hpp"

namespace touchstone::cli {
namespace {

constexpr std::size_t kGap = 2;
// A last column narrower than this would only be a ribbon: it goes on lines of its own instead.
constexpr std::size_t kNarrowestWrap = 24;
constexpr std::size_t kOwnLineIndent = 6;

std::string painted(const Cell& cell, std::string text) {
  return cell.paint ? cell.paint(std::move(text)) : text;
}

std::string spaces(std::size_t count) { return std::string(count, ' '); }

void print_line(std::ostream& out, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  out << line << '\n';
}

}  // namespace

std::vector<std::string> wrap(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::size_t start = 0;
  while (start < text.size()) {
    const auto end = std::min(text.find(' ', start), text.size());
    const auto word = text.substr(start, end - start);
    const bool fits = display_width(lines.back()) + 1 + display_width(word) <= width;
    if (!lines.back().empty() && !fits) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
    start = end + 1;
  }
  return lines;
}

void Table::add(std::vector<Cell> row) { parts_.back().push_back({std::move(row), {}}); }

void Table::add_line(std::string line) { parts_.back().push_back({{}, std::move(line)}); }

std::vector<std::size_t> Table::widths_of(const Part& part) {
  std::vector<std::size_t> widths;
  for (const auto& row : part) {
    widths.resize(std::max(widths.size(), row.cells.size()));
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row.cells[i].text));
    }
  }
  return widths;
}

void Table::print(std::ostream& out) const {
  for (const auto& part : parts_) {
    const auto widths = widths_of(part);
    for (const auto& row : part) {
      if (row.cells.empty()) {
        out << row.line << '\n';
      } else {
        print_row(out, row, widths);
      }
    }
  }
}

void Table::print_row(std::ostream& out, const Row& row,
                      const std::vector<std::size_t>& widths) const {
  std::string line = spaces(indent_);
  std::size_t column = indent_;
  for (std::size_t i = 0; i + 1 < row.cells.size(); ++i) {
    const auto& cell = row.cells[i];
    line += painted(cell, cell.text) + spaces(widths[i] - display_width(cell.text) + kGap);
    column += widths[i] + kGap;
  }
  const auto& last = row.cells.back();
  if (width_ > 0 && column + kNarrowestWrap > width_ &&
      column + display_width(last.text) > width_) {
    print_line(out, line);
    column = indent_ + kOwnLineIndent;
    line = spaces(column);
  }
  const auto lines = width_ > column ? wrap(last.text, width_ - column) : std::vector{last.text};
  for (const auto& text : lines) {
    print_line(out, line + painted(last, text));
    line = spaces(column);
  }
}

}  // namespace touchstone::cli
