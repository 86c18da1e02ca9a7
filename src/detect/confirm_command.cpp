#include <algorithm>
#include <array>

#include "detect/ascii.hpp"
#include "detect/confirm.hpp"
#include "detect/password_checks.hpp"
#include "detect/token_checks.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kMaxCommand = 1'024;  // bytes of a command that are looked at
constexpr std::size_t kMaxNetrc = 256;      // bytes of a word of .netrc, and of blanks

struct Argument {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_quoted = false;
};

// The arguments of a command, up to the end of its line; a backslash before that goes on.
class Arguments {
 public:
  Arguments(std::string_view text, std::size_t at)
      : text_(text.substr(0, std::min(text.size(), at + kMaxCommand))), at_(at) {}

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] std::optional<Argument> next() {
    if (!skip_blanks()) return std::nullopt;
    Argument out{at_, at_, false};
    if (text_[at_] == '"' || text_[at_] == '\'') {
      const auto close = text_.find(text_[at_], at_ + 1);
      if (close == std::string_view::npos) return std::nullopt;
      out = {at_ + 1, close, true};
      at_ = close + 1;
      return out;
    }
    while (at_ < text_.size() && !is_ascii_blank(text_[at_]) && text_[at_] != '`') ++at_;
    out.end = at_;
    if (out.end == out.begin) return std::nullopt;
    return out;
  }

 private:
  // False at the end of the command: a pipe, another command, the end of the line.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool goes_on = c == '\\' && at_ + 1 < text_.size() && is_ascii_blank(text_[at_ + 1]);
      if (goes_on) {
        at_ += text_.substr(at_ + 1).starts_with("\r\n") ? 3 : 2;
      } else if (c == ' ' || c == '\t') {
        ++at_;
      } else {
        return c != '\n' && c != '\r' && c != '|' && c != ';' && c != '&' && c != '`';
      }
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_;
};

class CommandReader {
 public:
  CommandReader(const CommandRule& rule, const Place& program, Finds& finds)
      : rule_(rule), text_(program.text), arguments_(program.text, program.end), finds_(finds) {}

  void run() {
    if (rule_.form == ArgumentForm::kNetrc) return netrc();
    for (auto item = arguments_.next(); item; item = arguments_.next()) {
      if (!item->is_quoted) look_at(*item);
    }
  }

 private:
  // As .netrc has it, in words between blanks of any kind; whoever speaks of machines has others.
  void netrc() {
    constexpr std::array<std::string_view, 5> kWords{"", "login", "", "password", ""};
    auto at = arguments_.at();
    for (const auto& word : kWords) {
      while (at < text_.size() && at - arguments_.at() < kMaxNetrc && is_ascii_blank(text_[at]))
        ++at;
      auto end = at;
      while (end < text_.size() && end - at < kMaxNetrc && !is_ascii_blank(text_[end])) ++end;
      if (end == at || (!word.empty() && text_.substr(at, end - at) != word)) return;
      if (&word == &kWords.back()) return take({at, end, false});
      at = end;
    }
  }
  void look_at(const Argument& item) {
    const auto word = text_.substr(item.begin, item.end - item.begin);
    for (auto rest = rule_.options; !rest.empty();) {
      const auto end = std::min(rest.find(' '), rest.size());
      const auto option = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (!word.starts_with(option)) continue;
      if (word.size() == option.size()) return take_next();
      return take_glued(item, option);
    }
  }
  void take_next() {
    if (rule_.form == ArgumentForm::kGlued) return;
    if (const auto value = arguments_.next()) take(*value);
  }
  // -pPASSWORD, -p'PASSWORD', --user=NAME:PASSWORD
  void take_glued(const Argument& item, std::string_view option) {
    Argument value{item.begin + option.size(), item.end, false};
    if (text_[value.begin] == '=')
      ++value.begin;
    else if (option.starts_with("--"))
      return;
    const char quote = value.begin < value.end ? text_[value.begin] : '\0';
    if (quote == '"' || quote == '\'') {
      value.is_quoted = true;
      ++value.begin;
      value.end =
          std::min(text_.find_first_of(std::string{quote, '\n'}, value.begin), text_.size());
    }
    take(value);
  }
  void take(Argument value) {
    auto word = text_.substr(value.begin, value.end - value.begin);
    if (rule_.form == ArgumentForm::kUserPassword) {
      const auto colon = word.find(':');
      if (colon == std::string_view::npos) return;
      value.begin += colon + 1;
      word.remove_prefix(colon + 1);
    }
    const bool is_one = looks_like_password(word, true) && !is_reference(word, value.is_quoted) &&
                        !is_placeholder(word);
    if (!is_one) return;
    finds_.add(ContentKind::kSecret, Confidence::kLikely, "command-password", value.begin,
               value.end);
  }

  const CommandRule& rule_;
  std::string_view text_;
  Arguments arguments_;
  Finds& finds_;
};

}  // namespace

void confirm_command(std::size_t index, const Place& program, Finds& finds) {
  if (program.begin > 0 &&
      (is_ascii_alnum(program.text[program.begin - 1]) || program.text[program.begin - 1] == '-')) {
    return;
  }
  CommandReader(command_rules()[index], program, finds).run();
}

}  // namespace touchstone::detect
