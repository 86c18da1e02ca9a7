// Table: columns that line up, for people.
//
// Cells are padded to the widest of their column; the last column wraps at the terminal's width and
// continues under itself. Without a terminal nothing wraps and nothing is ever cut.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace touchstone::cli {

struct Cell {
  std::string text;                                         // as measured: printable, no colour
  std::function<std::string(std::string)> paint = nullptr;  // colours the text, if given

  Cell(std::string text) : text(std::move(text)) {}
  Cell(std::string text, std::function<std::string(std::string)> paint)
      : text(std::move(text)), paint(std::move(paint)) {}
};

class Table {
 public:
  // `indent` spaces before every row; `width` 0 means no wrapping.
  Table(std::size_t indent, std::size_t width) : indent_(indent), width_(width) {}

  void add(std::vector<Cell> row);
  // A line between rows, across all columns: a heading, or an empty line.
  void add_line(std::string line);
  // What follows has columns of its own.
  void begin_part() { parts_.emplace_back(); }
  void print(std::ostream& out) const;

 private:
  struct Row {
    std::vector<Cell> cells;
    std::string line;  // of add_line()
  };
  using Part = std::vector<Row>;
  [[nodiscard]] static std::vector<std::size_t> widths_of(const Part& part);
  void print_row(std::ostream& out, const Row& row, const std::vector<std::size_t>& widths) const;

  std::size_t indent_;
  std::size_t width_;
  std::vector<Part> parts_{1};
};

// `text` in lines of at most `width` columns, broken at spaces; a longer word stands alone.
[[nodiscard]] std::vector<std::string> wrap(const std::string& text, std::size_t width);

}  // namespace touchstone::cli
