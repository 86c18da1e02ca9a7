#include "policy/pattern_parts.hpp"

#include <algorithm>
#include <utility>

namespace touchstone::policy {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kPlainEscapes = "dDsSwWbBAz";  // two characters each, and no text

bool is_ascii_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}

class PatternScan {
 public:
  explicit PatternScan(std::string_view pattern) : rest_(pattern) {}

  std::vector<std::string> parts() {
    while (!rest_.empty()) {
      if (!read_one()) return {};
    }
    end_run();
    return std::move(parts_);
  }

 private:
  // All of these are false where we had better know nothing.
  bool read_one() {
    const char c = take();
    switch (c) {
      case '\\': return read_escape();
      case '[': end_run(); return skip_class();
      case '(': end_run(); return skip_group();
      case '{': drop_last(); return skip_counts();
      case '*':
      case '+':
      case '?': drop_last(); return true;
      case '.':
      case '^':
      case '$': end_run(); return true;
      case '|':
      case ')': return false;
      default: run_ += c; return true;
    }
  }

  bool read_escape() {
    if (rest_.empty()) return false;
    const char c = take();
    if (is_ascii_punctuation(c)) {
      run_ += c;
      return true;
    }
    end_run();
    return kPlainEscapes.find(c) != std::string_view::npos;
  }

  // A bracket first in a class is one of its characters.
  bool skip_class() {
    if (rest_.starts_with('^')) take();
    if (rest_.starts_with(']')) take();
    while (!rest_.empty()) {
      const char c = take();
      if (c == ']') return true;
      if (c == '[') return false;  // perhaps [:alpha:]
      if (c == '\\' && !rest_.empty()) take();
    }
    return false;
  }

  bool skip_group() {
    if (rest_.starts_with('?') && !rest_.starts_with("?:")) return false;
    std::size_t depth = 1;
    while (!rest_.empty() && depth > 0) {
      const char c = take();
      if (c == '(' && rest_.starts_with('?') && !rest_.starts_with("?:")) return false;
      if (c == '(') ++depth;
      if (c == ')') --depth;
      if (c == '[' && !skip_class()) return false;
      if (c == '\\' && !skip_escaped()) return false;
    }
    return depth == 0;
  }

  // Behind \Q brackets are none.
  bool skip_escaped() { return !rest_.empty() && take() != 'Q'; }

  // {2}, {2,}, {2,5}; else it might be a text.
  bool skip_counts() {
    const auto end = rest_.find('}');
    if (end == std::string_view::npos) return false;
    const auto counts = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return std::ranges::all_of(
        counts, [](char c) { return c == ',' || kDigits.find(c) != std::string_view::npos; });
  }

  // What is repeated may be there no time at all; it is one character, of perhaps several bytes.
  void drop_last() {
    const auto is_continued = [&] {
      return !run_.empty() && (static_cast<unsigned char>(run_.back()) & 0xC0U) == 0x80U;
    };
    while (is_continued()) run_.pop_back();
    if (!run_.empty()) run_.pop_back();
    end_run();
  }

  void end_run() {
    if (!run_.empty()) parts_.push_back(std::exchange(run_, {}));
  }

  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  std::string_view rest_;
  std::string run_;
  std::vector<std::string> parts_;
};

}  // namespace

std::vector<std::string> parts_of_pattern(std::string_view pattern) {
  return PatternScan(pattern).parts();
}

}  // namespace touchstone::policy
