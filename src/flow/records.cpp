// Records in the manner of YAML, read line by line.
//
// What matters is what may not be taken for a field: lines inside quotes, blocks and values that go
// on in deeper indentation. What is not understood ends the records, and the rest is prose. If the
// records begin anew in it, as where a server shows one mail after the other, all is prose: a text
// of many authors may have forged each beginning but the first, and which is the first says
// nothing.
#include <algorithm>
#include <vector>

#include "flow/cutter.hpp"
#include "flow/letters.hpp"
#include "flow/record_line.hpp"

namespace touchstone::flow {
namespace {

bool is_block_mark(std::string_view value) {
  if (!value.starts_with('|') && !value.starts_with('>')) return false;
  return value.size() <= 3 && std::ranges::all_of(value.substr(1), [](char c) {
           return c == '-' || c == '+' || is_digit(c);
         });
}

bool says_nothing(std::string_view value) {
  return value.empty() || value == "[]" || value == "{}" || value == "null" || value == "~" ||
         value == "None" || value == "''" || value == "\"\"";
}

class RecordCutter {
 public:
  RecordCutter(std::string_view text, Cutter& out) : text_(text), out_(out) {}

  bool run() {
    skip_empty();
    if (at_ >= text_.size() || !read_record_line(line_at(at_))) return false;
    first_ = at_;
    while (at_ < text_.size()) {
      if (!cut_line()) break;
      skip_empty();
    }
    if (begins_anew()) return false;
    if (at_ < text_.size()) out_.prose(text_.substr(at_));
    return true;
  }

 private:
  [[nodiscard]] std::string_view line_at(std::size_t at) const {
    return text_.substr(at, std::min(text_.find('\n', at), text_.size()) - at);
  }
  // Behind the line that begins at `at`.
  [[nodiscard]] std::size_t next_of(std::size_t at) const {
    return std::min(text_.size(), at + line_at(at).size() + 1);
  }
  void skip_empty() {
    while (at_ < text_.size() && is_empty_line(line_at(at_))) at_ = next_of(at_);
  }

  bool cut_line();
  void cut_value(const RecordLine& line, std::size_t next);
  void cut_quoted(const RecordLine& line, std::size_t value_at, std::size_t next);
  void cut_plain(const RecordLine& line, std::size_t next);
  void cut_list(const RecordLine& line);
  [[nodiscard]] bool begins_anew() const;
  [[nodiscard]] bool is_like_first(std::size_t at) const;
  [[nodiscard]] std::size_t end_of_deeper(std::size_t at, std::size_t depth) const;

  std::string_view text_;
  Cutter& out_;
  std::size_t at_ = 0;
  std::size_t first_ = 0;  // line of the first record
};

bool have_one_key(std::string_view one, std::string_view other) {
  const auto a = read_record_line(one);
  const auto b = read_record_line(other);
  return a && b && a->has_key && b->has_key && a->key == b->key && a->marks == b->marks;
}

// The first line of a record, and the second if it has one, as in the first record: a mail that
// quotes another's sender has that in another layout, mostly.
bool RecordCutter::is_like_first(std::size_t at) const {
  if (!have_one_key(line_at(first_), line_at(at))) return false;
  const auto second = line_at(next_of(first_));
  const auto line = read_record_line(second);
  return !line || !line->has_key || have_one_key(second, line_at(next_of(at)));
}

// In what is left, behind an empty line, a rule or the mark of an item.
bool RecordCutter::begins_anew() const {
  const auto first = read_record_line(line_at(first_));
  const bool is_item = first && first->marks.find('-') != std::string_view::npos;
  bool is_apart = true;
  for (auto at = at_; at < text_.size(); at = next_of(at)) {
    const auto line = line_at(at);
    if ((is_apart || is_item) && is_like_first(at)) return true;
    is_apart = is_empty_line(line) || is_rule_line(line);
  }
  return false;
}

bool RecordCutter::cut_line() {
  const auto line = read_record_line(line_at(at_));
  if (!line) return false;
  const auto next = next_of(at_);
  out_.layout(line->marks);
  if (line->has_key) {
    out_.key(line->key);
    out_.layout(": ");
  }
  cut_value(*line, next);
  out_.layout("\n");
  return true;
}

// Leaves at_ behind all lines of the value.
void RecordCutter::cut_value(const RecordLine& line, std::size_t next) {
  const auto value = line.value;
  if (is_block_mark(value)) {
    at_ = end_of_deeper(next, line.depth);
    return out_.prose(text_.substr(next, at_ - next));
  }
  if (value.starts_with('\'') || value.starts_with('"')) {
    return cut_quoted(line, static_cast<std::size_t>(value.data() - text_.data()), next);
  }
  if (value.starts_with('[') && value.ends_with(']')) {
    at_ = next;
    return cut_list(line);
  }
  if (!says_nothing(value)) return cut_plain(line, next);
  at_ = next;
}

void RecordCutter::cut_quoted(const RecordLine& line, std::size_t value_at, std::size_t next) {
  const char quote = line.value.front();
  const auto begin = value_at + 1;
  auto end = next;
  // The quote that opens it is not the one that closes it.
  bool closed = line.value.size() > 1 && closes_quote(line.value.substr(1), quote);
  const bool one_line = closed;
  while (!closed && end < text_.size()) {
    closed = closes_quote(line_at(end), quote);
    end = next_of(end);
  }
  auto body = text_.substr(begin, end - begin);
  while (!body.empty() && is_space(body.back())) body.remove_suffix(1);
  if (closed && !body.empty()) body.remove_suffix(1);
  at_ = end;
  const auto decoded = decoded_scalar(body, quote);
  if (one_line) return out_.whole_value(line.key, decoded);
  out_.prose(decoded);
}

void RecordCutter::cut_plain(const RecordLine& line, std::size_t next) {
  const auto end = end_of_deeper(next, line.depth);
  at_ = end;
  if (end == next) return out_.whole_value(line.key, line.value);
  const auto begin = static_cast<std::size_t>(line.value.data() - text_.data());
  out_.prose(decoded_scalar(text_.substr(begin, end - begin), ' '));
}

// `[a, b]`: items as in a list of lines.
void RecordCutter::cut_list(const RecordLine& line) {
  auto rest = line.value.substr(1, line.value.size() - 2);
  while (!rest.empty()) {
    auto item = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), item.size() + 1));
    while (!item.empty() &&
           (is_blank(item.front()) || item.front() == '\'' || item.front() == '"')) {
      item.remove_prefix(1);
    }
    while (!item.empty() && (is_blank(item.back()) || item.back() == '\'' || item.back() == '"')) {
      item.remove_suffix(1);
    }
    out_.whole_value(line.key, item);
    out_.layout(", ");
  }
}

// Empty lines belong to it if something deeper follows.
std::size_t RecordCutter::end_of_deeper(std::size_t at, std::size_t depth) const {
  auto end = at;
  while (at < text_.size()) {
    const auto line = line_at(at);
    at = next_of(at);
    if (is_empty_line(line)) continue;
    if (indentation(line) <= depth) break;
    end = at;
  }
  return end;
}

}  // namespace

bool cut_records(std::string_view text, Cutter& out) { return RecordCutter(text, out).run(); }

}  // namespace touchstone::flow
