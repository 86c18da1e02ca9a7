// What Python prints of its values, as JSON: lists and tuples are arrays, calls (`Decimal('1.5')`)
// lists of what they are given, numbers strings. Whether the whole makes sense the JSON parser
// says.
#include <optional>
#include <string>
#include <vector>

#include "flow/layouts.hpp"
#include "flow/letters.hpp"
#include "flow/record_line.hpp"
#include "json/parser.hpp"
#include "json/string.hpp"

namespace touchstone::flow {
namespace {

constexpr bool in_python_name(char c) { return is_letter_or_digit(c) || c == '_' || c == '.'; }
constexpr bool in_python_number(char c) {
  return is_letter_or_digit(c) || c == '.' || c == '-' || c == '+' || c == '_';
}

class PythonReader {
 public:
  explicit PythonReader(std::string_view text) : text_(text) {}

  std::optional<std::string> as_json() {
    while (at_ < text_.size()) {
      if (is_space(text_[at_])) {
        ++at_;
      } else if (!step(text_[at_])) {
        return std::nullopt;
      }
    }
    return std::move(out_);
  }

 private:
  bool step(char c) {
    if (c == '[' || c == '(' || c == '{') return open(c);
    if (c == ']' || c == ')' || c == '}') return close(c);
    if (c == '\'' || c == '"') return quoted();
    if (is_digit(c) || c == '-' || c == '+') return number();
    if (is_letter(c) || c == '_') return name();
    if (c != ',' && c != ':') return false;
    comma_ = c == ',';
    if (c == ':') out_ += c;
    ++at_;
    return true;
  }

  // A comma before the end of a list says nothing, so it waits for what is behind it.
  void begin_value() {
    if (comma_) out_ += ',';
    comma_ = false;
  }

  bool open(char c) {
    begin_value();
    closers_.push_back(c == '{' ? '}' : c == '(' ? ')' : ']');
    out_ += c == '{' ? '{' : '[';
    ++at_;
    return true;
  }

  bool close(char c) {
    if (closers_.empty() || closers_.back() != c) return false;
    closers_.pop_back();
    comma_ = false;
    out_ += c == '}' ? '}' : ']';
    ++at_;
    return true;
  }

  // On one line: a break in it is written as an escape.
  bool quoted() {
    const char quote = text_[at_];
    auto end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') {
      end += text_[end] == '\\' ? 2U : 1U;
    }
    if (end >= text_.size() || text_[end] != quote) return false;
    begin_value();
    out_ += json::quoted(decoded_scalar(text_.substr(at_ + 1, end - at_ - 1), '"'));
    at_ = end + 1;
    return true;
  }

  bool number() {
    const auto begin = at_;
    while (at_ < text_.size() && in_python_number(text_[at_])) ++at_;
    begin_value();
    out_ += json::quoted(text_.substr(begin, at_ - begin));
    return true;
  }

  bool name() {
    const auto begin = at_;
    while (at_ < text_.size() && in_python_name(text_[at_])) ++at_;
    const auto name = text_.substr(begin, at_ - begin);
    const char next = at_ < text_.size() ? text_[at_] : ' ';
    if (next == '(') return true;
    const bool prefix = name == "b" || name == "u";
    if (prefix && (next == '\'' || next == '"')) return true;
    const bool word = name == "True" || name == "False" || name == "None";
    if (!word) return false;
    begin_value();
    out_ += name == "None" ? "null" : name == "True" ? "true" : "false";
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool comma_ = false;
  std::vector<char> closers_;
  std::string out_;
};

}  // namespace

bool cut_python(std::string_view text, Cutter& out) {
  text = without_space(text);
  const bool begins = text.starts_with('[') || text.starts_with('(') || text.starts_with('{');
  if (!begins) return false;
  auto json = PythonReader(text).as_json();
  if (!json) return false;
  const auto document = json::Parser().parse(json::Text(std::move(*json)));
  if (!document) return false;
  cut_json(document->root(), out);
  return true;
}

}  // namespace touchstone::flow
