// Markdown tables whose cells cannot break out of them.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::cli {

// `text` so that Markdown shows it as it is: signs that mean something are escaped.
[[nodiscard]] std::string markdown_text(std::string_view text);

class MarkdownTable {
 public:
  void add(const std::vector<std::string>& cells);  // the first row is the head
  void print(std::ostream& out) const;

 private:
  std::string text_;
};

}  // namespace touchstone::cli
