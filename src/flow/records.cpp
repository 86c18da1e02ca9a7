// Records in the manner of YAML, read line by line.
//
// What matters is what may not be taken for a field: lines inside quotes, blocks and values that go
// on in deeper indentation. What is not understood ends the records, and the rest is prose. If the
// records begin anew in it, as where a server shows one mail after the other, all is prose: a text
// of many authors may have forged each beginning but the first, and which is the first says
// nothing.
#include <algorithm>
#include <optional>
#include <vector>

#include "flow/cutter.hpp"
#include "flow/layouts.hpp"
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

// `"Kim Berg" <kim@acme.example>`, as mails have it: what stands before an address in brackets is
// quoted, and not the whole value. One that is quoted as a whole has its quotes escaped.
bool is_quoted_name(std::string_view value) {
  if (!value.starts_with('"') || !value.ends_with('>')) return false;
  const auto close = value.find_first_of("\"\\<>", 1);
  if (close == std::string_view::npos || value[close] != '"') return false;
  const auto rest = without_space(value.substr(close + 1));
  return rest.starts_with('<') && rest.find_first_of("<> \t\"", 1) + 1 == rest.size();
}

class RecordCutter {
 public:
  RecordCutter(std::string_view text, Cutter& out) : text_(text), out_(out) {}

  Extent run() {
    skip_empty();
    if (at_ >= text_.size() || !read_record_line(line_at(at_))) return Extent::kNone;
    first_ = at_;
    while (at_ < text_.size()) {
      if (!cut_line()) break;
      skip_empty();
    }
    if (begins_anew()) return Extent::kNone;
    if (at_ >= text_.size()) return Extent::kAll;
    out_.prose(text_.substr(at_));
    return Extent::kPart;
  }

 private:
  using Keys = std::vector<std::string_view>;

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
  [[nodiscard]] Keys other_keys(std::size_t at, const RecordLine& first) const;
  [[nodiscard]] std::size_t end_of_deeper(std::size_t at, std::size_t depth) const;

  std::string_view text_;
  Cutter& out_;
  std::size_t at_ = 0;
  std::size_t first_ = 0;  // line of the first record
};

bool is_item(const RecordLine& line) { return line.marks.find('-') != std::string_view::npos; }

bool have_one_key(const RecordLine& one, const RecordLine& other) {
  return one.has_key && other.has_key && one.key == other.key && one.marks == other.marks;
}

// What a record has besides the line `first` that begins at `at`, up to an empty line or a rule.
// Sorted.
RecordCutter::Keys RecordCutter::other_keys(std::size_t at, const RecordLine& first) const {
  Keys out;
  for (at = next_of(at); at < text_.size(); at = next_of(at)) {
    const auto text = line_at(at);
    if (is_empty_line(text) || is_rule_line(text)) break;
    const auto line = read_record_line(text);
    if (line && line->has_key && line->marks == first.marks) out.push_back(line->key);
  }
  std::ranges::sort(out);
  return out;
}

// A mail may have a line that others have not ("Cc:"), wherever in it. But one that quotes
// another's sender has that in a layout of its own, mostly: then they share no line but the first.
bool may_be_of_one_kind(const std::vector<std::string_view>& keys,
                        const std::vector<std::string_view>& others) {
  if (keys.empty() || others.empty()) return true;
  return std::ranges::any_of(
      others, [&](std::string_view key) { return std::ranges::binary_search(keys, key); });
}

// Behind the first, as an item like it in what is left, behind a rule, or behind an empty line. The
// first is read once, and of the others each line once or twice: the text is a stranger's.
bool RecordCutter::begins_anew() const {
  const auto first = read_record_line(line_at(first_));
  if (at_ >= text_.size() || !first || !first->has_key) return false;
  const bool in_list = is_item(*first);
  const auto keys = in_list ? Keys() : other_keys(first_, *first);
  bool behind_rule = false;
  bool behind_empty = false;
  for (auto at = in_list ? at_ : next_of(first_); at < text_.size(); at = next_of(at)) {
    const auto text = line_at(at);
    const bool is_rule = is_rule_line(text);
    if (is_rule || is_empty_line(text)) {
      behind_rule = behind_rule || is_rule;
      behind_empty = true;
      continue;
    }
    const bool is_apart = in_list || behind_empty;
    const auto line = is_apart ? read_record_line(text) : std::nullopt;
    if (line && have_one_key(*first, *line)) {
      if (in_list || behind_rule || may_be_of_one_kind(keys, other_keys(at, *line))) return true;
    }
    behind_rule = behind_empty = false;
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
  if (is_quoted_name(value)) return cut_plain(line, next);
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

Extent cut_records(std::string_view text, Cutter& out) { return RecordCutter(text, out).run(); }

}  // namespace touchstone::flow
