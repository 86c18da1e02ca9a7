#include "infer/words.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/word_list.hpp"

namespace touchstone::infer {
namespace {

constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return is_lower(c) || is_upper(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

}  // namespace

bool opens_section(const Words& text, std::size_t at) {
  static constexpr base::WordList kSections(
      "args arguments example examples input inputs parameter parameters params return returns "
      "usage");
  return text.gap(at) == Gap::kSentence && text.gap(at + 1) >= Gap::kColon &&
         kSections.has(text[at]);
}

bool Words::claim_to_read_only(std::size_t index) const {
  static constexpr base::WordList kClaimed(
      "access agent analysis and api client command connection database db endpoint function "
      "lookup method mode operation operations or queries query request snapshot sql tool tools "
      "transaction user view");
  if ((*this)[index] != "read" || (*this)[index + 1] != "only") return false;
  const bool goes_on = gap(index + 1) == Gap::kSpace && gap(index + 2) == Gap::kSpace;
  return !goes_on || kClaimed.has((*this)[index + 2]);
}

bool starts_word(std::string_view name, std::size_t at) {
  if (!is_upper(name[at])) return false;
  if (!is_upper(name[at - 1])) return true;
  const bool last = at + 1 == name.size();
  const bool plural =
      !last && name[at + 1] == 's' && (at + 2 == name.size() || !is_lower(name[at + 2]));
  return !last && is_lower(name[at + 1]) && !plural;
}

class NameCutter {
 public:
  explicit NameCutter(std::string_view name) : name_(name.substr(0, kMaxName)) {}

  Words cut() && {
    for (std::size_t i = 0; i < name_.size(); ++i) step(i);
    end(name_.size());
    out_.text_ = base::lower_case(name_);
    return std::move(out_);
  }

 private:
  void step(std::size_t i) {
    const char c = name_[i];
    if (!is_letter(c) && !is_digit(c)) return end(i);
    if (open_ && starts_word(name_, i)) end(i);
    if (!open_) begin_ = i;
    open_ = true;
  }

  void end(std::size_t i) {
    if (!open_) return;
    out_.words_.push_back({static_cast<std::uint16_t>(begin_), static_cast<std::uint16_t>(i),
                           out_.words_.empty() ? Gap::kSentence : Gap::kSpace, false});
    open_ = false;
  }

  std::string_view name_;
  Words out_;
  std::size_t begin_ = 0;
  bool open_ = false;
};

class TextCutter {
 public:
  explicit TextCutter(std::string_view text) : text_(text.substr(0, kMaxText)) {}

  Words cut() && {
    out_.words_.reserve(text_.size() / kBytesOfWord + 1);
    for (at_ = 0; at_ < text_.size();) {
      if (is_part(text_[at_])) {
        take_word();
      } else {
        widen(text_[at_] == ' ' ? Gap::kSpace : gap_at(at_));
        ++at_;
      }
    }
    out_.text_ = base::lower_case(text_);
    return std::move(out_);
  }

 private:
  static constexpr std::size_t kBytesOfWord = 5;  // or more, in most texts

  static constexpr auto kParts = [] {
    std::array<bool, 256> out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
      const char c = static_cast<char>(i);
      out[i] = is_letter(c) || is_digit(c) || c == '_';
    }
    return out;
  }();

  static bool is_part(char c) { return kParts[static_cast<unsigned char>(c)]; }
  [[nodiscard]] char peek(std::size_t i) const { return i < text_.size() ? text_[i] : '\n'; }

  void widen(Gap gap) { gap_ = std::max(gap_, gap); }

  // An apostrophe within a word belongs to it: `doesn't`.
  void take_word() {
    const auto begin = at_;
    while (is_part(peek(at_)) || (peek(at_) == '\'' && is_letter(peek(at_ + 1)))) ++at_;
    out_.words_.push_back(
        {static_cast<std::uint16_t>(begin), static_cast<std::uint16_t>(at_), gap_, in_quotes_});
    gap_ = Gap::kNone;
  }

  Gap gap_at(std::size_t i) {
    switch (text_[i]) {
      case ' ':
      case '\t':
      case '\r':
      case '*':
      case '"': return Gap::kSpace;
      case '`': in_quotes_ = !in_quotes_; return Gap::kSpace;
      case '\n': return ends_line(i) ? Gap::kSentence : Gap::kSpace;
      case '.': return ends_sentence(i) ? Gap::kSentence : Gap::kHyphen;
      case '!':
      case '?':
      case ';':
      case ']':
      case '>':
      case '#': return Gap::kSentence;
      case '-': return is_blank(peek(i + 1)) || gap_ != Gap::kNone ? Gap::kClause : Gap::kHyphen;
      case '(': return opens_abbreviation(i) ? Gap::kSpace : Gap::kClause;
      case ')': return gap_after_aside(i);
      case '/':
      case '&': return Gap::kSlash;
      case ',': return Gap::kComma;
      case ':':
      case '|': return Gap::kColon;
      default: return Gap::kClause;
    }
  }

  // "Virtual Machine (VM) images": one short word in parentheses interrupts nothing.
  [[nodiscard]] bool opens_abbreviation(std::size_t i) const {
    constexpr std::size_t kLongest = 8;
    auto end = i + 1;
    while (end <= i + kLongest && is_part(peek(end))) ++end;
    return end > i + 1 && peek(end) == ')' && peek(end + 1) == ' ';
  }

  // "(Developer Preview) Lists …": an aside that a text begins with is a heading.
  [[nodiscard]] Gap gap_after_aside(std::size_t i) const {
    const auto& words = out_.words_;
    if (words.empty() || words.back().end != i || words.back().begin == 0) return Gap::kClause;
    if (text_[0] == '(' && text_.find(')') == i) return Gap::kSentence;
    const std::size_t open = words.back().begin - 1U;
    return text_[open] == '(' && opens_abbreviation(open) ? Gap::kSpace : Gap::kClause;
  }

  // A line break ends a sentence unless the next line goes on in small letters.
  [[nodiscard]] bool ends_line(std::size_t i) const {
    while (is_blank(peek(++i))) {
    }
    return !is_lower(peek(i));
  }

  // Neither `v1.2` and `a.b` nor `e.g.`.
  [[nodiscard]] bool ends_sentence(std::size_t i) const {
    if (is_part(peek(i + 1))) return false;
    const bool single_letter =
        !out_.words_.empty() && out_.words_.back().end == i && i - out_.words_.back().begin == 1;
    return !single_letter || is_upper(peek(i + 2));
  }

  std::string_view text_;
  Words out_;
  std::size_t at_ = 0;
  Gap gap_ = Gap::kSentence;
  bool in_quotes_ = false;
};

Words Words::of_name(std::string_view name) { return NameCutter(name).cut(); }
Words Words::of_text(std::string_view text) { return TextCutter(text).cut(); }

}  // namespace touchstone::infer
