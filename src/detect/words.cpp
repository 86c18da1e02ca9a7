#include "detect/words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "detect/unicode.hpp"
#include "json/utf8.hpp"

namespace touchstone::detect {
namespace {

// No word of the vocabulary is longer, so a longer one need not be compared.
constexpr std::size_t kMaxWordBytes = 96;

enum Class : std::uint8_t { kOther, kLower, kUpper, kDigit, kUnderscore, kJoiner, kHigh };

constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = kLower;
  for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = kUpper;
  for (int c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = kDigit;
  for (std::size_t c = 128; c < 256; ++c) classes[c] = kHigh;
  classes['_'] = kUnderscore;
  classes['\''] = kJoiner;
  classes['-'] = kJoiner;
  return classes;
}
constexpr auto kCharClasses = make_classes();

Class class_of(char c) { return kCharClasses[static_cast<unsigned char>(c)]; }

bool is_plain_word(Class c) { return c >= kLower && c <= kUnderscore; }

bool is_quote(char c) { return c == '`' || c == '\'' || c == '"'; }

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// What a word looks like. Every byte of every text comes by here, so that a byte only sets a bit
// for its class after the one before it, and the questions are answered at the end.
class Shape {
 public:
  void add(Class kind, char c) {
    pairs_ |= pair(before_, kind);
    before_ = kind;
    letters_ += kind == kLower || kind == kUpper ? 1 : 0;
    hyphens_ += c == '-' ? 1 : 0;
  }
  [[nodiscard]] bool is_plain() const { return !has(kHigh); }
  [[nodiscard]] bool is_upper() const { return !has(kLower) && letters_ > 1; }
  [[nodiscard]] bool is_identifier() const {
    const bool has_hump = (pairs_ & pair(kLower, kUpper)) != 0;
    return (has(kUnderscore) && letters_ > 1) || has_hump || hyphens_ > 1;
  }

 private:
  static constexpr unsigned kStride = 8;  // not less than there are classes
  static constexpr std::uint64_t pair(Class before, Class kind) {
    return std::uint64_t{1} << (kind * kStride + before);
  }
  [[nodiscard]] bool has(Class kind) const {
    return (pairs_ >> (kind * kStride) & ((1U << kStride) - 1)) != 0;
  }

  std::uint64_t pairs_ = 0;
  Class before_ = kOther;
  unsigned letters_ = 0;
  unsigned hyphens_ = 0;
};

class Cutter {
 public:
  Cutter(std::string_view text, const Vocabulary& vocabulary)
      : text_(text), vocabulary_(vocabulary) {
    out_.sentences.push_back(0);
    out_.words.reserve(text.size() / 6);
  }

  Words run() && {
    while (at_ < text_.size()) {
      if (const auto length = word_character(at_); length > 0) {
        take_word();
      } else {
        take_between();
      }
    }
    return std::move(out_);
  }

 private:
  // Bytes of the character at `at` if it belongs into a word; 0 if it does not.
  [[nodiscard]] std::size_t word_character(std::size_t at) const {
    const auto c = class_of(text_[at]);
    if (is_plain_word(c)) return 1;
    if (c != kHigh) return 0;
    const auto length = json::utf8_length(text_.substr(at));
    return length > 0 && is_word_character(json::utf8_code_point(text_.substr(at, length))) ? length
                                                                                            : 0;
  }
  // The same for one inside a word: apostrophes and hyphens, if more of the word follows.
  [[nodiscard]] std::size_t inner_character(std::size_t at) const {
    if (const auto length = word_character(at); length > 0) return length;
    const auto joiner = class_of(text_[at]) == kJoiner                 ? std::size_t{1}
                        : text_.substr(at).starts_with("\xe2\x80\x99") ? std::size_t{3}
                                                                       : 0;
    const bool goes_on =
        joiner > 0 && at + joiner < text_.size() && word_character(at + joiner) > 0;
    return goes_on ? joiner : 0;
  }

  void take_word();
  [[nodiscard]] bool take_small_word();
  void add(std::size_t end, WordId id, const Shape& shape);
  void take_between();
  [[nodiscard]] WordId find(std::string_view word);
  void end_sentence() { ended_ = true; }

  std::string_view text_;
  const Vocabulary& vocabulary_;
  Words out_;
  std::size_t at_ = 0;
  bool ended_ = false;                     // the next word begins a sentence
  bool starts_ = true;                     // the next word begins a clause
  std::array<char, kMaxWordBytes> lower_;  // the word that is looked up
};

// Most words are in small letters and stand alone, and are looked up as they stand.
bool Cutter::take_small_word() {
  const auto text = text_;
  auto end = at_;
  while (end < text.size() && class_of(text[end]) == kLower) ++end;
  const bool is_whole = end > at_ && (end == text.size() || class_of(text[end]) == kOther);
  if (!is_whole) return false;
  const auto word = text.substr(at_, end - at_);
  add(end, word.size() > kMaxWordBytes ? kNoWord : vocabulary_.find(word), Shape());
  return true;
}

void Cutter::take_word() {
  if (take_small_word()) return;
  auto end = at_;
  Shape shape;
  for (const auto text = text_; end < text.size();) {
    const auto kind = class_of(text[end]);
    const auto length = is_plain_word(kind) ? 1 : inner_character(end);
    if (length == 0) break;
    shape.add(kind, text[end]);
    end += length;
  }
  const auto word = text_.substr(at_, end - at_);
  if (shape.is_plain() || word.size() > kMaxWordBytes) return add(end, find(word), shape);
  const auto spelled = folded(word);
  if (spelled.empty()) {
    at_ = end;  // nothing that anybody sees, as behind an emoji
  } else {
    add(end, vocabulary_.find(spelled), shape);
  }
}

// The word from here to `end`.
void Cutter::add(std::size_t end, WordId id, const Shape& shape) {
  const auto begin = std::exchange(at_, end);
  if (ended_) out_.sentences.push_back(static_cast<std::uint32_t>(begin));
  const bool quoted = begin > 0 && at_ < text_.size() && is_quote(text_[begin - 1]) &&
                      text_[at_] == text_[begin - 1];
  out_.words.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_),
                        static_cast<std::uint32_t>(out_.sentences.size() - 1), id, shape.is_upper(),
                        quoted || shape.is_identifier(), ended_ || starts_});
  ended_ = false;
  starts_ = false;
}

WordId Cutter::find(std::string_view word) {
  if (word.size() > kMaxWordBytes) return kNoWord;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool is_upper = word[i] >= 'A' && word[i] <= 'Z';
    lower_[i] = static_cast<char>(word[i] + (is_upper ? 'a' - 'A' : 0));
  }
  return vocabulary_.find({lower_.data(), word.size()});
}

// A full stop ends a sentence if a blank follows; a line end does if the next line is empty or an
// item of a list. Text that is only wrapped goes on.
void Cutter::take_between() {
  const char c = text_[at_];
  if (c == ' ') {
    ++at_;
    return;
  }
  const auto length = class_of(c) == kHigh
                          ? std::max<std::size_t>(1, json::utf8_length(text_.substr(at_)))
                          : std::size_t{1};
  const auto rest = text_.substr(at_ + length);
  if (c == '.' || c == '!' || c == '?') {
    if (rest.empty() || is_blank(rest.front()) || is_quote(rest.front())) end_sentence();
  } else if (c == '\n') {
    const auto next = rest.find_first_not_of(" \t\r");
    if (next == std::string_view::npos ||
        std::string_view("\n-*#<[{").find(rest[next]) != std::string_view::npos) {
      end_sentence();
    }
    starts_ = true;
  } else if (c == ':' || c == ',' || c == ';' || c == '(') {
    starts_ = true;
  } else if (text_.substr(at_).starts_with("\xe3\x80\x82")) {  // the ideographic full stop
    end_sentence();
  }
  at_ += length;
}

}  // namespace

std::uint32_t Words::sentence_at(std::size_t offset) const {
  const auto after = std::ranges::upper_bound(sentences, offset);
  return static_cast<std::uint32_t>(after - sentences.begin()) -
         (after == sentences.begin() ? 0 : 1);
}

Words cut(std::string_view text, const Vocabulary& vocabulary) {
  return Cutter(text, vocabulary).run();
}

}  // namespace touchstone::detect
