// CSV and TSV: a line of names, and at least one row that has as many cells.
//
// A sentence has commas, too, and a blank behind each; a cell begins with none. A row of another
// length and the text is none of these.
#include <algorithm>
#include <string>
#include <vector>

#include "flow/layouts.hpp"
#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

// The rows of a text from front to back.
class RowReader {
 public:
  RowReader(std::string_view rest, char separator) : rest_(rest), separator_(separator) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }

  // False: it is none.
  bool next(std::vector<std::string>& cells) {
    cells.clear();
    do {
      if (cells.size() == kMaxColumns || !cell(cells.emplace_back())) return false;
    } while (take(separator_));
    take('\r');
    return rest_.empty() || take('\n');
  }

 private:
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool cell(std::string& out) {
    if (take('"')) return quoted_cell(out);
    const char ends[] = {separator_, '\n', '\0'};
    auto cell = rest_.substr(0, rest_.find_first_of(ends));
    rest_.remove_prefix(cell.size());
    if (cell.ends_with('\r')) cell.remove_suffix(1);
    const bool is_sentence = separator_ != '\t' && cell.starts_with(' ');
    out = cell;
    return !is_sentence && cell.find('"') == std::string_view::npos;
  }
  bool quoted_cell(std::string& out) {
    for (;;) {
      const auto quote = rest_.find('"');
      if (quote == std::string_view::npos) return false;
      out += rest_.substr(0, quote);
      rest_.remove_prefix(quote + 1);
      if (!take('"')) return true;
      out += '"';
    }
  }

  std::string_view rest_;
  char separator_;
};

char separator_of(std::string_view head) {
  for (const char c : {'\t', ';', ','}) {
    if (head.find(c) != std::string_view::npos) return c;
  }
  return '\0';
}

}  // namespace

bool cut_separated(std::string_view text, Cutter& out) {
  text = without_space(text);
  const char separator = separator_of(text.substr(0, text.find('\n')));
  if (separator == '\0') return false;
  RowReader rows(text, separator);
  std::vector<std::string> head;
  if (!rows.next(head) || rows.at_end() || !std::ranges::all_of(head, is_column_name)) return false;
  for (const auto& name : head) out.layout(name + " ");
  out.layout("\n");
  std::vector<std::string> cells;
  while (!rows.at_end()) {
    if (!rows.next(cells) || cells.size() != head.size()) return false;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      out.whole_value(head[i], cells[i]);
      out.layout(" | ");
    }
    out.layout("\n");
  }
  return true;
}

}  // namespace touchstone::flow
