#include "flow/record_line.hpp"

#include <algorithm>
#include <cstdint>

#include "flow/letters.hpp"
#include "json/utf8.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMinRule = 3;       // of the same character
constexpr std::size_t kMaxKeyBlanks = 3;  // "Date of last change"; more is a sentence

constexpr bool in_plain_key(char c) {
  return is_letter_or_digit(c) || (c & 0x80) != 0 || c == '_' || c == '-' || c == '.' || c == '@' ||
         c == ' ' || c == '/' || c == '+' || c == '(' || c == ')' || c == '#' || c == '$';
}

bool is_plain_key(std::string_view key) {
  return !key.empty() && key.size() <= kMaxKey && key.front() != ' ' &&
         std::ranges::all_of(key, in_plain_key) &&
         static_cast<std::size_t>(std::ranges::count(key, ' ')) <= kMaxKeyBlanks;
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Where the key ends: at a colon that a blank or nothing follows.
std::size_t end_of_key(std::string_view content) {
  if (content.starts_with('"') || content.starts_with('\'')) {
    const auto quote = content.find(content.front(), 1);
    const bool key = quote != std::string_view::npos && content.substr(quote + 1).starts_with(':');
    return key ? quote + 1 : std::string_view::npos;
  }
  for (std::size_t at = 0; at < content.size() && at <= kMaxKey; ++at) {
    if (content[at] != ':') continue;
    if (at + 1 == content.size() || is_blank(content[at + 1])) return at;
  }
  return std::string_view::npos;
}

void split_key(std::string_view content, RecordLine& line) {
  const auto end = end_of_key(content);
  line.value = content;
  if (end == std::string_view::npos) return;
  auto key = content.substr(0, end);
  const bool quoted = key.size() >= 2 && (key.front() == '"' || key.front() == '\'');
  if (quoted) key = key.substr(1, key.size() - 2);
  if (key.empty() || key.size() > kMaxKey || (!quoted && !is_plain_key(key))) return;
  line.has_key = true;
  line.key = key;
  line.value = without_blanks(content.substr(end + 1));
}

// The digits behind \x, \u or \U.
std::size_t digits_of_escape(char c) { return c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0; }

std::optional<std::uint32_t> hex_value(std::string_view digits) {
  std::uint32_t value = 0;
  for (const char c : digits) {
    const char l = lower(c);
    if (!is_digit(c) && (l < 'a' || l > 'f')) return std::nullopt;
    value = value * 16 + static_cast<std::uint32_t>(is_digit(c) ? c - '0' : l - 'a' + 10);
  }
  const bool surrogate = value >= 0xD800 && value < 0xE000;
  return value > 0x10FFFF || surrogate ? std::nullopt : std::optional(value);
}

// Takes the body of a quoted scalar apart, from front to back.
class ScalarReader {
 public:
  ScalarReader(std::string_view body, char quote) : body_(body), quote_(quote) {}

  std::string run() {
    while (at_ < body_.size()) step();
    return std::move(out_);
  }

 private:
  void step() {
    const char c = body_[at_];
    if (c == '\n') return fold_break();
    const bool next = at_ + 1 < body_.size();
    if (c == '\\' && quote_ == '"' && next) return escape();
    const bool doubled = c == '\'' && quote_ == '\'' && next && body_[at_ + 1] == '\'';
    out_ += c;
    at_ += doubled ? 2 : 1;
  }

  // Blanks around a break vanish; one break is a blank, each further one stays.
  void fold_break() {
    while (!out_.empty() && is_blank(out_.back())) out_.pop_back();
    std::size_t breaks = 0;
    while (at_ < body_.size() && is_space(body_[at_])) breaks += body_[at_++] == '\n' ? 1 : 0;
    out_.append(breaks > 1 ? breaks - 1 : 1, breaks > 1 ? '\n' : ' ');
  }

  void escape() {
    const char c = body_[at_ + 1];
    at_ += 2;
    if (c == 'n') return out_.push_back('\n');
    if (c == 't') return out_.push_back('\t');
    if (c == 'r' || c == '\r') return;
    if (c == '\n') {  // the line goes on
      while (at_ < body_.size() && is_blank(body_[at_])) ++at_;
      return;
    }
    const auto count = digits_of_escape(c);
    const auto value = count == 0 ? std::nullopt : hex_value(body_.substr(at_, count));
    if (!value) return out_.push_back(c);
    json::append_utf8(out_, *value);
    at_ = std::min(body_.size(), at_ + count);
  }

  std::string_view body_;
  char quote_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::size_t indentation(std::string_view line) {
  const auto at = std::ranges::find_if(line, [](char c) { return c != ' ' && c != '\t'; });
  return static_cast<std::size_t>(at - line.begin());
}

bool is_empty_line(std::string_view line) { return std::ranges::all_of(line, is_blank); }

bool is_rule_line(std::string_view line) {
  line = without_blanks(line);
  constexpr std::string_view kRules = "-=*_~";
  return line.size() >= kMinRule && kRules.find(line[0]) != std::string_view::npos &&
         std::ranges::all_of(line, [&](char c) { return c == line[0]; });
}

std::optional<RecordLine> read_record_line(std::string_view line) {
  RecordLine out;
  auto at = indentation(line);
  bool item = false;
  while (at < line.size() && line[at] == '-' && (at + 1 == line.size() || line[at + 1] == ' ')) {
    item = true;
    out.depth = at++;
    while (at < line.size() && line[at] == ' ') ++at;
  }
  out.marks = line.substr(0, at);
  split_key(without_blanks(line.substr(at)), out);
  if (out.has_key) out.depth = at;
  if (!out.has_key && !item) return std::nullopt;
  return out;
}

bool closes_quote(std::string_view line, char quote) {
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  if (!line.ends_with(quote)) return false;
  const char before = quote == '"' ? '\\' : quote;
  const auto rest = quote == '"' ? line.substr(0, line.size() - 1) : line;
  std::size_t run = 0;
  while (run < rest.size() && rest[rest.size() - 1 - run] == before) ++run;
  return quote == '"' ? run % 2 == 0 : run % 2 == 1;
}

std::string decoded_scalar(std::string_view body, char quote) {
  return ScalarReader(body, quote).run();
}

}  // namespace touchstone::flow
