#include "resolve/shell_script.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "resolve/letters.hpp"

namespace touchstone::resolve {
namespace {

bool is_strange(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t' && c != '\n') || byte >= 0x7F;
}
bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

class Reader {
 public:
  Reader(std::string_view text, ForeignLetters letters) : text_(text), letters_(letters) {}

  ShellScript run() && {
    if (text_.size() > kMaxShellBytes) {
      doubt("it is longer than 16 KiB");
      text_ = text_.substr(0, kMaxShellBytes);
    }
    while (at_ < text_.size()) step();
    end_command();
    if (pending_) doubt("a redirection has no target");
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
  ShellWord& word() {
    if (!word_) word_.emplace();
    return *word_;
  }

  void step();
  void end_word();
  void end_command();
  void single_quoted();
  void double_quoted();
  void escape();
  void expansion();
  void separator();
  void redirection();

  std::string_view text_;
  const ForeignLetters letters_;
  std::size_t at_ = 0;
  std::optional<ShellWord> word_;
  std::optional<Redirection::Kind> pending_;  // the next word is where output goes
  SimpleCommand command_;
  ShellScript out_;
};

void Reader::end_word() {
  if (!word_) return;
  if (pending_) {
    if (word_->pattern) doubt("a redirection to a pattern");
    command_.redirections.push_back({*pending_, std::move(word_->text)});
    pending_.reset();
  } else {
    command_.words.push_back(std::move(*word_));
  }
  word_.reset();
}

void Reader::end_command() {
  end_word();
  if (pending_) doubt("a redirection has no target");
  if (command_.words.empty() && command_.redirections.empty()) return;
  if (out_.commands.size() >= kMaxCommands) return doubt("it has too many commands");
  out_.commands.push_back(std::exchange(command_, {}));
}

void Reader::step() {
  const char c = peek();
  if (is_strange(c)) {
    doubt("it has a character that is neither ASCII nor quoted");
    const bool is_letter = static_cast<unsigned char>(c) >= 0x80;
    if (is_letter && letters_ == ForeignLetters::kKept) word().text += c;
    ++at_;
  } else if (c == ' ' || c == '\t') {
    end_word();
    ++at_;
  } else if (c == '\'') {
    single_quoted();
  } else if (c == '"') {
    double_quoted();
  } else if (c == '\\') {
    escape();
  } else if (c == '$' || c == '`') {
    expansion();
  } else if (std::string_view(";|&\n(){}").find(c) != std::string_view::npos) {
    separator();
  } else if (c == '<' || c == '>') {
    redirection();
  } else {
    if (c == '#' && !word_) doubt("a comment is one only to some shells");
    if (c == '!' || c == '^') doubt("! and ^ mean something to some shells");
    if (c == '%' && text_.find(":~", at_) != std::string_view::npos) doubt("%…% of cmd.exe");
    word().pattern = word().pattern || c == '*' || c == '?' || c == '[';
    word().text += c;
    ++at_;
  }
}

void Reader::single_quoted() {
  const auto end = text_.find('\'', at_ + 1);
  if (end == std::string_view::npos) doubt("a quotation mark is not closed");
  const auto content = text_.substr(at_ + 1, std::min(end, text_.size()) - at_ - 1);
  if (content.find_first_of("&|<>^\n\r") != std::string_view::npos ||
      content.find('\0') != content.npos) {
    doubt("single quotes do not quote for cmd.exe");
  }
  word().text += content;
  at_ = std::min(end, text_.size() - 1) + 1;
}

void Reader::double_quoted() {
  word();
  for (++at_; at_ < text_.size() && peek() != '"'; ++at_) {
    const char c = peek();
    if (c == '\\') doubt("a backslash escapes only in some shells");
    if (c == '!') doubt("! means something to some shells");
    if (c == '\0' || c == '\n' || c == '\r') doubt("a quoted text goes over the end of the line");
    const char next = peek(1);
    if (c == '`' || (c == '$' && next != ' ' && next != '"' && next != '\0')) {
      // What it holds is split like the rest, so that it can be judged.
      doubt("it depends on an expansion");
      if (c == '`' || next == '(') {
        out_.substitutes = true;
        end_command();
        continue;
      }
      word().expands = true;
    }
    if (c == ')' && !out_.doubt.empty()) {
      end_command();
      continue;
    }
    if (c == ' ' && !out_.doubt.empty()) {
      end_word();
      continue;
    }
    word().text += c;
  }
  if (at_ >= text_.size()) doubt("a quotation mark is not closed");
  at_ = std::min(at_ + 1, text_.size());
}

void Reader::escape() {
  const char next = peek(1);
  if (!is_alnum(next) && std::string_view("._-/").find(next) == std::string_view::npos) {
    doubt("a backslash escapes only in some shells");
  }
  if (next != '\n' && next != '\0') word().text += next;
  at_ = std::min(at_ + 2, text_.size());
}

void Reader::expansion() {
  doubt("it depends on an expansion");
  if (peek() == '`' || peek(1) == '(') {
    out_.substitutes = true;
    end_command();
  } else {
    word().expands = true;
    word().text += peek();
  }
  ++at_;
}

void Reader::separator() {
  const char c = peek();
  const bool pair = (c == '|' || c == '&') && peek(1) == c;
  if (starts("&>")) {
    end_word();
    pending_ = Redirection::Kind::kTruncate;
    at_ += starts("&>>") ? 3 : 2;
    return;
  }
  if (c == '&' && !pair) doubt("it runs in the background");
  if (c == '(' || c == ')' || c == '{' || c == '}') doubt("it groups commands or expands braces");
  end_command();
  at_ += pair || starts("|&") ? 2 : 1;
}

void Reader::redirection() {
  const bool numbered = word_ && !word_->pattern && is_number(word_->text) && at_ > 0 &&
                        peek() != '\0' && text_[at_ - 1] >= '0' && text_[at_ - 1] <= '9';
  if (numbered) word_.reset();
  end_word();
  if (starts("<<") || starts("<>") || starts("<(") || starts(">(")) {
    doubt("it has a here-document or a process substitution");
  }
  const bool append = starts(">>");
  const bool read = peek() == '<';
  at_ += append || starts(">|") ? 2 : 1;
  if (peek() == '&') {
    // 2>&1 and 2>&- copy or close a descriptor; >&file is a file.
    ++at_;
    const auto end = std::min(text_.find_first_not_of("0123456789-", at_), text_.size());
    const bool at_gap = end == text_.size() ||
                        std::string_view(" \t\n;|&").find(text_[end]) != std::string_view::npos;
    if (end > at_ && at_gap) {
      at_ = end;
      return;
    }
  }
  if (pending_) doubt("a redirection has no target");
  pending_ = read     ? Redirection::Kind::kRead
             : append ? Redirection::Kind::kAppend
                      : Redirection::Kind::kTruncate;
}

}  // namespace

ShellScript read_shell(std::string_view text, ForeignLetters letters) {
  if (text.empty()) return {};
  return Reader(text, letters).run();
}

}  // namespace touchstone::resolve
