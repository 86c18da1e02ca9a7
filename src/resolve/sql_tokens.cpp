#include "resolve/sql_tokens.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "resolve/letters.hpp"

namespace touchstone::resolve {
namespace {

using Kind = SqlToken::Kind;

bool is_word_letter(char c) { return is_letter(c) || c == '_'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_plain(char c) {
  return is_word_letter(c) || is_digit(c) || c == ' ' || c == '.' || c == ',' || c == '-';
}
bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && !is_space(c)) || byte == 0x7F;
}

std::string capitals(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return out;
}

// Characters that a database may turn into a quotation mark or semicolon when it converts the text.
constexpr std::array<std::string_view, 9> kLookAlikes{
    "\xCA\xB9",     "\xCA\xBC",     "\xCB\x88",     "\xE2\x80\x98", "\xE2\x80\x99",
    "\xE2\x80\xB2", "\xEF\xBC\x87", "\xEF\xBC\x9B", "\xEF\xBC\x82"};

class Scanner {
 public:
  Scanner(std::string_view text, std::size_t most) : text_(text), most_(most) {}

  SqlTokens run() && {
    if (text_.size() > kMaxSqlBytes) {
      doubt("it is longer than 64 KiB");
      text_ = text_.substr(0, kMaxSqlBytes);
    }
    while (at_ < text_.size() && out_.tokens.size() < most_) step();
    if (at_ < text_.size()) doubt("it has too many words");
    if (executable_ > 0) doubt("a comment does not end");
    return std::move(out_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool starts(std::string_view with) const {
    return text_.substr(at_).starts_with(with);
  }
  void doubt(std::string_view why) {
    if (out_.doubt.empty()) out_.doubt = why;
  }
  void add(Kind kind, std::string text = {}) { out_.tokens.push_back({kind, std::move(text)}); }

  void step();
  void line_comment();
  void block_comment();
  void string(bool escapes);
  void double_quoted();
  void plainly_quoted(char close, Kind kind, std::string_view why);
  void dollar();
  void number();
  void word();
  void sign();
  void check_content(std::string_view content);

  std::string_view text_;
  const std::size_t most_;
  std::size_t at_ = 0;
  int executable_ = 0;  // inside of /*! … */, whose text is code for some
  SqlTokens out_;
};

void Scanner::step() {
  const char c = peek();
  if (is_space(c)) {
    ++at_;
  } else if (is_control(c) || static_cast<unsigned char>(c) >= 0x80) {
    doubt("it has a character that is neither ASCII nor quoted");
    ++at_;
  } else if (starts("--")) {
    const char next = peek(2);
    if (next != '\0' && !is_space(next)) doubt("`--` without a space is a comment only to some");
    line_comment();
  } else if (c == '#') {
    doubt("`#` begins a comment only in MySQL");
    line_comment();
  } else if (starts("/*")) {
    block_comment();
  } else if (starts("*/") && executable_ > 0) {
    --executable_;
    at_ += 2;
  } else if (c == '\'') {
    string(false);
  } else if (c == '"') {
    double_quoted();
  } else if (c == '`') {
    plainly_quoted('`', Kind::kName, "backticks quote only in some dialects");
  } else if (c == '[') {
    plainly_quoted(']', Kind::kName, "[ ] quotes only in some dialects");
  } else if (c == '$') {
    dollar();
  } else if (is_digit(c)) {
    number();
  } else if (is_word_letter(c)) {
    word();
  } else {
    sign();
  }
}

void Scanner::line_comment() {
  const auto end = text_.find_first_of("\r\n", at_);
  const auto comment = text_.substr(at_, std::min(end, text_.size()) - at_);
  // A lone carriage return ends the line for some.
  if (end != std::string_view::npos && text_[end] == '\r' && text_.substr(end, 2) != "\r\n") {
    doubt("a comment ends with a lone carriage return");
  }
  check_content(comment);
  at_ += comment.size();
}

void Scanner::block_comment() {
  const auto body = text_.substr(at_ + 2);
  if (body.starts_with('!') || body.starts_with("M!")) {
    doubt("MySQL executes what stands in /*! */");
    at_ += body.starts_with('!') ? 3 : 4;
    while (is_digit(peek())) ++at_;
    ++executable_;
    return;
  }
  const auto end = body.find("*/");
  if (end == std::string_view::npos) {
    doubt("a comment does not end");
    at_ = text_.size();
    return;
  }
  const auto content = body.substr(0, end);
  if (content.find("/*") != std::string_view::npos) doubt("comments nest only in some dialects");
  if (content.starts_with('+')) doubt("/*+ */ is an instruction to some");
  check_content(content);
  at_ += 2 + end + 2;
}

// What has no meaning here, but might where text is converted before it is read.
void Scanner::check_content(std::string_view content) {
  if (std::ranges::any_of(content, is_control)) doubt("a control character stands in it");
  for (const auto look_alike : kLookAlikes) {
    if (content.find(look_alike) != std::string_view::npos) {
      doubt("it has a character that looks like a quotation mark");
    }
  }
}

void Scanner::string(bool escapes) {
  const auto begin = ++at_;
  for (; at_ < text_.size(); ++at_) {
    if (text_[at_] == '\\') {
      if (peek(1) == '\'' || escapes) doubt("a backslash escapes only in some dialects");
      if (escapes) ++at_;
    } else if (text_[at_] == '\'') {
      if (peek(1) != '\'') break;
      ++at_;
    }
  }
  if (at_ >= text_.size()) doubt("a string does not end");
  check_content(text_.substr(begin, std::min(at_, text_.size()) - begin));
  at_ = std::min(at_ + 1, text_.size());
  add(Kind::kString);
}

// A name in the standard, a string with escapes in MySQL.
void Scanner::double_quoted() {
  const auto begin = ++at_;
  for (; at_ < text_.size(); ++at_) {
    if (text_[at_] == '\\') doubt("a backslash escapes only in some dialects");
    if (text_[at_] != '"') continue;
    if (peek(1) != '"') break;
    ++at_;
  }
  if (at_ >= text_.size()) doubt("a quoted name does not end");
  const auto name = text_.substr(begin, std::min(at_, text_.size()) - begin);
  check_content(name);
  at_ = std::min(at_ + 1, text_.size());
  add(Kind::kName, std::string(name));
}

// A quote that is none to other dialects, so what stands in it must be harmless as code too.
void Scanner::plainly_quoted(char close, Kind kind, std::string_view why) {
  const auto end = text_.find(close, at_ + 1);
  if (end == std::string_view::npos) {
    doubt("a quoted name does not end");
    ++at_;
    return;
  }
  const auto content = text_.substr(at_ + 1, end - at_ - 1);
  if (!std::ranges::all_of(content, is_plain) || content.find("--") != std::string_view::npos ||
      (close == '`' && end + 1 < text_.size() && text_[end + 1] == '`')) {
    doubt(why);
  }
  at_ = end + 1;
  add(kind, std::string(content));
}

// $1, or $tag$ … $tag$.
void Scanner::dollar() {
  auto end = at_ + 1;
  if (end < text_.size() && is_digit(text_[end])) {
    while (end < text_.size() && is_digit(text_[end])) ++end;
    at_ = end;
    add(Kind::kNumber);
    return;
  }
  while (end < text_.size() && (is_word_letter(text_[end]) || is_digit(text_[end]))) ++end;
  const auto tag = text_.substr(at_, end + 1 - at_);
  const auto close =
      tag.ends_with('$') && tag.size() > 1 ? text_.find(tag, end + 1) : std::string_view::npos;
  doubt("$ quotes only in PostgreSQL");
  if (close == std::string_view::npos) {
    ++at_;
    return;
  }
  at_ = close + tag.size();
  add(Kind::kString);
}

void Scanner::number() {
  const bool hex = starts("0x") || starts("0X");
  if (hex) at_ += 2;
  while (is_digit(peek()) || peek() == '.' || (hex && is_word_letter(peek()))) ++at_;
  if (peek() == 'e' || peek() == 'E') {
    const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if (is_digit(peek(1 + sign))) at_ += 2 + sign;
    while (is_digit(peek())) ++at_;
  }
  if (is_word_letter(peek())) doubt("a number runs into a word");
  add(Kind::kNumber);
}

void Scanner::word() {
  auto end = at_;
  while (end < text_.size() &&
         (is_word_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '$'))
    ++end;
  const auto text = text_.substr(at_, end - at_);
  at_ = end;
  if (peek() == '\'' && (text == "e" || text == "E")) return string(true);
  if (text == "u" || text == "U") {
    if (starts("&'") || starts("&\"")) doubt("U& strings have escapes of their own");
  }
  if (text.find('$') != std::string_view::npos) doubt("$ quotes only in PostgreSQL");
  if ((text == "q" || text == "Q" || text == "nq" || text == "NQ") && peek() == '\'') {
    doubt("q'' quotes in Oracle's own way");
  }
  add(Kind::kWord, capitals(text));
}

void Scanner::sign() {
  constexpr std::string_view kSigns = "(),.*+-/<>=!%^&|~?:@;";
  const char c = peek();
  if (kSigns.find(c) == std::string_view::npos || starts(":=")) {
    doubt("it has a sign that standard SQL does not have");
  }
  add(Kind::kSign, std::string(1, c));
  ++at_;
}

}  // namespace

SqlTokens read_sql(std::string_view text, std::size_t most) { return Scanner(text, most).run(); }

}  // namespace touchstone::resolve
