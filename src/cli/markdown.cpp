#include "cli/markdown.hpp"

#include "cli/printable.hpp"

namespace touchstone::cli {

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kSigns = "|<>`*_[]\\#";
  std::string out;
  for (const char c : printable(text)) {
    if (kSigns.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

void MarkdownTable::add(const std::vector<std::string>& cells) {
  const bool head = text_.empty();
  text_ += '|';
  for (const auto& cell : cells) text_ += ' ' + markdown_text(cell) + " |";
  text_ += '\n';
  if (!head) return;
  text_ += '|';
  for (std::size_t i = 0; i < cells.size(); ++i) text_ += "---|";
  text_ += '\n';
}

void MarkdownTable::print(std::ostream& out) const { out << text_; }

}  // namespace touchstone::cli
