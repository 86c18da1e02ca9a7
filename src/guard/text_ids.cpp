#include "guard/text_ids.hpp"

#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "base/word_list.hpp"
#include "flow/letters.hpp"
#include "flow/tokens.hpp"
#include "guard/place_words.hpp"

namespace touchstone::guard {
namespace {

constexpr std::size_t kMaxIdInText = 256;  // bytes; longer: it is content
constexpr std::size_t kMaxKeyLetters = 10;
constexpr std::string_view kBetweenWords = " \t\r\n<>\"'`|*";
constexpr std::string_view kInsideWords = ",;()[]{}=";
constexpr std::string_view kBehindWords = ".,;:!?)]}";

// They stand between the word for a thing and which one it is: "note created with id 7".
constexpr base::WordList kFillers(
    "a an the is was as at to of with by under new now has been created saved added opened updated "
    "stored successfully");
constexpr base::WordList kNoKeys("utf iso sha md rfc gpt covid");

bool has_digit(std::string_view word) { return std::ranges::any_of(word, flow::is_digit); }

// "OPS-17".
bool is_key(std::string_view word) {
  const auto dash = word.find('-');
  if (dash == std::string_view::npos || dash < 2 || dash > kMaxKeyLetters) return false;
  const auto letters = word.substr(0, dash);
  const auto digits = word.substr(dash + 1);
  return !digits.empty() && std::ranges::all_of(digits, flow::is_digit) &&
         std::ranges::all_of(letters, flow::is_upper) && !kNoKeys.has(base::lower_case(letters));
}

bool has_shape_of_id(std::string_view word) {
  const auto token = flow::TokenReader(word).next();
  return token && token->kind == flow::Kind::kId && token->begin == 0 && token->end == word.size();
}

class TextIds {
 public:
  TextIds(std::string_view text, const std::function<bool(IdInText)>& take)
      : text_(text), take_(take) {}

  void read() {
    while (goes_on_ && next(kBetweenWords)) {
      const auto word = text_.substr(begin_, end_ - begin_);
      if (word.find("://") != std::string_view::npos)
        read_link(word);
      else
        read_parts();
    }
  }

 private:
  // The next run without these, from end_ on.
  bool next(std::string_view between) {
    begin_ = text_.find_first_not_of(between, end_);
    if (begin_ == std::string_view::npos) return false;
    end_ = std::min(text_.find_first_of(between, begin_), text_.size());
    return true;
  }

  void tell(std::string_view id, bool leads = false) {
    if (!id.empty() && id.size() <= kMaxIdInText) goes_on_ = take_({id, leads});
  }

  void read_link(std::string_view word) {
    while (!word.empty() && kInsideWords.find(word.front()) != std::string_view::npos)
      word.remove_prefix(1);
    while (!word.empty() && kBehindWords.find(word.back()) != std::string_view::npos)
      word.remove_suffix(1);
    tell(word);
    about_thing_ = false;
  }

  // "(id=7)" are two words; so are "id:7", but 10:30 is one.
  void read_parts() {
    const auto run = text_.substr(0, end_);
    auto at = begin_;
    auto to = begin_;  // looked for once for all parts before it
    while (goes_on_ && at < run.size()) {
      const auto from = run.find_first_not_of(kInsideWords, at);
      if (from == std::string_view::npos) break;
      if (from >= to) to = std::min(run.find_first_of(kInsideWords, from), run.size());
      const auto colon = run.substr(0, to).find(':', from);
      const bool parts =
          colon != std::string_view::npos && colon > from && !flow::is_digit(run[colon - 1]);
      read_word(from, parts ? colon : to);
      at = parts ? colon + 1 : to;
    }
  }

  void read_word(std::size_t from, std::size_t to) {
    auto word = text_.substr(from, to - from);
    while (!word.empty() && kBehindWords.find(word.back()) != std::string_view::npos)
      word.remove_suffix(1);
    const bool has_sign = word.starts_with('#');
    while (word.starts_with('#')) word.remove_prefix(1);
    if (word.empty()) return;
    const bool is_one = (has_sign && has_digit(word)) || (about_thing_ && has_digit(word)) ||
                        is_key(word) || has_shape_of_id(word);
    if (is_one)
      tell(word);
    else if (has_digit(word) && leads_line(from, from + word.size()))
      tell(word, true);
    const auto plain = base::lower_case(word);
    about_thing_ = is_thing(plain) || (about_thing_ && kFillers.has(plain));
  }

  // "101: lunch", "[101] lunch", "| 101 | lunch |". Behind "1." and "1)" stands a thing that has
  // this number in the list alone.
  [[nodiscard]] bool leads_line(std::size_t from, std::size_t to) const {
    const auto before = text_.substr(0, from).find_last_not_of(" \t-*|[");
    const bool first = before == std::string_view::npos || text_[before] == '\n';
    const auto mark = text_.find_first_not_of(' ', to);
    return first && mark != std::string_view::npos &&
           std::string_view(":]|\t").find(text_[mark]) != std::string_view::npos;
  }

  std::string_view text_;
  const std::function<bool(IdInText)>& take_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool about_thing_ = false;  // the word before says of which thing this is the number
  bool goes_on_ = true;
};

}  // namespace

void each_id_in_text(std::string_view text, const std::function<bool(IdInText)>& take) {
  TextIds(text, take).read();
}

}  // namespace touchstone::guard
