#include "flow/tokens.hpp"

#include <algorithm>
#include <array>

#include "base/block.hpp"
#include "flow/inside.hpp"
#include "flow/letters.hpp"
#include "flow/token_shapes.hpp"

namespace touchstone::flow {
namespace {

enum Sign : std::uint8_t {
  kEnds = 0,  // no byte of a word
  kLetter = 1,
  kNumeral = 2,
  kAt = 4,
  kSlash = 8,
  kDot = 16,
  kMark = 32,  // colon, hash
  kPercent = 64,
  kOther = 128,
};

constexpr auto kSigns = [] {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto c = static_cast<char>(i);
    table[i] = is_letter(c) ? kLetter : is_digit(c) ? kNumeral : i > ' ' ? kOther : kEnds;
  }
  for (const char c : std::string_view("\"'<>()[]{},;|`\x7f")) {
    table[static_cast<unsigned char>(c)] = kEnds;
  }
  table[0xE2] = kEnds;  // quotation marks and dashes of Unicode begin so
  table[0xC2] = kEnds;  // and a blank at which no line breaks
  table['@'] = kAt;
  table['/'] = table['\\'] = kSlash;
  table['.'] = kDot;
  table['%'] = kPercent;
  table[':'] = table['#'] = kMark;
  return table;
}();

constexpr std::uint8_t sign_of(char c) { return kSigns[static_cast<unsigned char>(c)]; }

// A number, or one of the marks above.
std::size_t worth_a_look_from(std::string_view text, std::size_t at) {
  return base::find_marked(text, at, text.size(), [](base::Block block) -> base::Block {
    static_assert('/' == '.' + 1 && '0' == '/' + 1 && ':' == '9' + 1);
    const base::Block numbers_and_marks = (block - '.') <= ':' - '.';
    return numbers_and_marks | (block == '@') | (block == '\\') | (block == '%') | (block == '#');
  });
}

// A full stop or a colon with nothing of a word behind it: all else in that word, which stands
// before it, is not worth a look.
bool only_ends_word(std::string_view text, std::size_t at) {
  const bool stops = text[at] == '.' || text[at] == ':';
  return stops && (at + 1 == text.size() || sign_of(text[at + 1]) == kEnds);
}

constexpr bool leads_nowhere(char c) {
  return c == '*' || c == ':' || c == '=' || c == '!' || c == '?' || (c & 0xC0) == 0x80;
}
constexpr bool trails(char c) { return leads_nowhere(c) || c == '.' || c == '&' || c == '~'; }

// Both ends without the punctuation of the sentence around.
void trim(std::string_view text, std::size_t& begin, std::size_t& end) {
  while (begin < end && leads_nowhere(text[begin])) ++begin;
  while (begin < end && trails(text[end - 1])) --end;
  for (; end - begin > 2 && text[begin] == '_' && text[end - 1] == '_'; --end) ++begin;  // stressed
}

constexpr std::array<std::string_view, 10> kKinds = {"text",  "mail", "url", "host",   "account",
                                                     "phone", "path", "id",  "handle", "channel"};

// By what the word has in it; the first shape that fits.
Shape shape_of(std::string_view word, std::uint32_t signs, std::string& normal) {
  Shape shape;
  const bool schemed = (signs & kSlash) != 0 && (signs & kMark) != 0 && behind_scheme(word) != 0;
  if (schemed) shape = url_in(word, normal);
  if (!shape && (signs & kAt) != 0) shape = mail_in(word, normal);
  if (!shape && !schemed && (signs & kPercent) != 0) shape = escaped_mail_in(word, normal);
  if (!shape && !schemed && (signs & kDot) != 0) shape = url_in(word, normal);
  if (!shape && !schemed && (signs & kSlash) != 0) shape = relative_url_in(word, normal);
  if (!shape && (signs & (kSlash | kDot)) != 0) shape = path_in(word, normal);
  if (!shape && (signs & (kAt | kMark)) != 0) shape = handle_in(word, normal);
  if (!shape && (signs & kNumeral) != 0) shape = account_in(word, normal);
  if (!shape && (signs & kNumeral) != 0) shape = id_in(word, normal);
  return shape;
}

// Numbers and accounts that may go on behind a blank.
Shape shape_at(std::string_view rest, std::size_t word, std::string& normal) {
  if (is_digit(rest[0]) || rest[0] == '+') return number_at(rest, normal);
  const bool head = word == 4 && is_letter(rest[0]) && is_letter(rest[1]) && is_digit(rest[2]) &&
                    is_digit(rest[3]);
  return head ? grouped_iban_at(rest, normal) : Shape{};
}

}  // namespace

std::string_view name_of(Kind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::optional<Token> TokenReader::next() {
  if (host_ != 0) {
    Token host = url_;
    host.kind = Kind::kHost;
    host.normal = std::string_view(normal_).substr(0, host_);
    host_ = 0;
    return host;
  }
  while (true) {
    if (holds_more_) return tell_inside();
    if (!next_word()) return std::nullopt;
    if (auto token = read_word()) return token;
  }
}

Token TokenReader::tell_inside() {
  const auto& one = inside_[told_++];
  holds_more_ = told_ < inside_.size();
  return {one.kind, one.begin, one.end, one.normal};
}

// Most words are letters only: the next byte that is worth a look is searched for first, and then
// the word around it.
bool TokenReader::next_word() {
  const auto text = text_;
  auto from = at_;
  auto at = worth_a_look_from(text, from);
  while (at < text.size() && only_ends_word(text, at)) {
    from = at + 1;
    at = worth_a_look_from(text, from);
  }
  if (at == text.size()) return false;
  auto begin = at;
  while (begin > from && sign_of(text[begin - 1]) != kEnds) --begin;
  auto end = at;
  std::uint32_t signs = begin < at ? kLetter : 0U;
  while (end < text.size() && sign_of(text[end]) != kEnds) signs |= sign_of(text[end++]);
  begin_ = begin;
  end_ = at_ = end;
  signs_ = signs;
  mark_ = at;
  return true;
}

std::optional<Token> TokenReader::read_word() {
  const auto raw_begin = begin_;
  auto raw_end = end_;
  trim(text_, begin_, end_);
  if (begin_ == end_) return std::nullopt;
  if (end_ - begin_ > kMaxToken) return read_long_word();
  const auto rest = text_.substr(begin_, kMaxToken);
  auto word = rest.substr(0, end_ - begin_);
  if ((signs_ & kMark) != 0) {  // of which colons are no punctuation
    if (auto token = read_ipv6(raw_begin, raw_end)) return token;
    if (auto token = read_ipv6(begin_, end_)) return token;
  }
  auto shape = shape_of(word, signs_, normal_);
  const auto escape = (signs_ & kSlash) != 0 ? word.find('\\') : std::string_view::npos;
  if (!shape && escape != std::string_view::npos && escape > 0) {
    // A line break written out, or whatever else it is: what stands before it is a word.
    word = word.substr(0, escape);
    raw_end = end_ = begin_ + escape;
    at_ = std::min(at_, begin_ + escape + 2);
    shape = shape_of(word, signs_, normal_);
  }
  if (!shape && (signs_ & kNumeral) != 0) {
    shape = shape_at(rest, word.size(), normal_);
    if (shape) at_ = std::max(at_, begin_ + shape.end);
  }
  if (mark_ < end_) read_inside(raw_begin, raw_end, shape.kind);
  if (!shape) return std::nullopt;
  // A URL that is only a host is told once.
  host_ = shape.host < normal_.size() ? shape.host : 0;
  url_ = {shape.kind, begin_ + shape.begin, begin_ + shape.end, normal_, shape.has_more};
  return url_;
}

std::optional<Token> TokenReader::read_ipv6(std::size_t begin, std::size_t end) {
  if (!ipv6_in(text_.substr(begin, end - begin), normal_)) return std::nullopt;
  host_ = 0;
  const bool in_brackets = end < text_.size() && text_[end] == ']';
  url_ = {Kind::kUrl, begin, end, normal_, in_brackets && text_.substr(end + 1).size() > 1};
  return url_;
}

// Data may be handed on in it, and the host is where it goes.
std::optional<Token> TokenReader::read_long_word() {
  const auto shape = url_in(text_.substr(begin_, kMaxToken), normal_);
  if (shape.kind != Kind::kUrl || shape.host >= normal_.size()) return std::nullopt;
  normal_.resize(shape.host);
  return give(Kind::kHost, begin_ + shape.begin, end_);
}

// Not of a word whose only mark is the full stop behind it.
void TokenReader::read_inside(std::size_t raw_begin, std::size_t raw_end, Kind kind) {
  inside_.clear();
  told_ = 0;
  append_inside(text_,
                {.begin = begin_,
                 .end = end_,
                 .raw_begin = raw_begin,
                 .raw_end = raw_end,
                 .kind = kind,
                 .normal = kind == Kind::kText ? std::string_view() : normal_,
                 .numbers = (signs_ & kNumeral) != 0,
                 .escapes = (signs_ & kPercent) != 0,
                 .address = (signs_ & (kAt | kSlash)) != 0,
                 .depth = depth_},
                inside_);
  holds_more_ = !inside_.empty();
}

std::optional<Token> TokenReader::give(Kind kind, std::size_t begin, std::size_t end) {
  url_ = {kind, begin, end, normal_};
  return url_;
}

}  // namespace touchstone::flow
