#include "tree/plain_json.hpp"

#include <algorithm>
#include <utility>

namespace touchstone::tree {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n";

// The length of the comment that `text` begins with, 0 if it begins with none, npos if it does not
// end. A line comment leaves its line break alone.
std::size_t comment_length(std::string_view text) {
  if (text.starts_with("//")) return std::min(text.find('\n'), text.size());
  if (!text.starts_with("/*")) return 0;
  const auto end = text.find("*/", 2);
  return end == std::string_view::npos ? end : end + 2;
}

// The length of the string that `text` begins with; all of it if the string does not end.
std::size_t string_length(std::string_view text) {
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return text.size();
}

void blank(std::string& text, std::size_t begin, std::size_t length) {
  for (std::size_t at = begin; at < begin + length; ++at) {
    if (text[at] != '\n' && text[at] != '\r') text[at] = ' ';
  }
}

// Remembers the last two signs between strings, to know a comma that stands after a value and
// before a closing bracket from one that stands for nothing: [,] and [1,,] stay wrong.
class Commas {
 public:
  explicit Commas(std::string& text) : text_(text) {}
  void see(char sign, std::size_t offset) {
    const bool closing = sign == ']' || sign == '}';
    if (closing && last_ == ',' && after_value_) text_[comma_] = ' ';
    after_value_ = sign == ',' && last_ != ',' && last_ != '[' && last_ != '{' && last_ != 0;
    if (sign == ',') comma_ = offset;
    last_ = sign;
  }

 private:
  std::string& text_;
  std::size_t comma_ = 0;
  char last_ = 0;
  bool after_value_ = false;
};

}  // namespace

tl::expected<std::string, Fault> plain_json(std::string_view text) {
  std::string out(text);
  Commas commas(out);
  for (std::size_t at = 0; at < text.size();) {
    const auto rest = text.substr(at);
    const auto comment = comment_length(rest);
    if (comment == std::string_view::npos) {
      return tl::unexpected(Fault{at, "a comment that does not end", "close it with */"});
    }
    if (comment > 0) {
      blank(out, at, comment);
      at += comment;
      continue;
    }
    if (kWhiteSpace.find(rest.front()) == std::string_view::npos) commas.see(rest.front(), at);
    at += rest.front() == '"' ? string_length(rest) : 1;
  }
  return out;
}

char first_sign(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto comment = comment_length(text.substr(at));
    if (comment == std::string_view::npos) break;
    if (comment == 0 && kWhiteSpace.find(text[at]) == std::string_view::npos) return text[at];
    at += std::max<std::size_t>(comment, 1);
  }
  return 0;
}

}  // namespace touchstone::tree
