#include "flow/layouts.hpp"

#include <algorithm>
#include <array>

#include "flow/letters.hpp"
#include "json/parser.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxColumnName = 40;
constexpr std::size_t kMaxColumnBlanks = 2;  // "Date of birth"; more is a sentence

}  // namespace

std::string_view take_line(std::string_view& rest) {
  auto line = rest.substr(0, rest.find('\n'));
  rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view without_space(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

bool is_column_name(std::string_view name) {
  const auto is_part = [](char c) {
    return is_letter_or_digit(c) || (c & 0x80) != 0 || c == '_' || c == '-' || c == ' ' ||
           c == '#' || c == '(' || c == ')';
  };
  return !name.empty() && name.size() <= kMaxColumnName && !is_digit(name.front()) &&
         !is_blank(name.front()) && !is_blank(name.back()) && std::ranges::all_of(name, is_part) &&
         static_cast<std::size_t>(std::ranges::count(name, ' ')) <= kMaxColumnBlanks;
}

bool cut_json_lines(std::string_view text, Cutter& out) {
  auto rest = without_space(text);
  json::Parser parser;
  while (!rest.empty()) {
    const auto line = without_space(take_line(rest));
    if (line.empty()) continue;
    if (line.front() != '{' && line.front() != '[') return false;
    const auto document = parser.parse(json::Text::copy_of(line));
    if (!document) return false;
    cut_json(document->root(), out);
  }
  return true;
}

bool cut_layout(std::string_view text, Form form, Pieces& out) {
  constexpr std::array kReaders{cut_python, cut_json_lines, cut_ruled_table};
  for (const auto reader : kReaders) {
    Pieces made;
    Cutter cutter(made, form <= Form::kServed ? form : Form::kRaw);
    if (!reader(text, cutter)) continue;
    out = std::move(made);
    return true;
  }
  return false;
}

}  // namespace touchstone::flow
