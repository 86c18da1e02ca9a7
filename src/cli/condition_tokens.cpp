#include "cli/condition_tokens.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "cli/printable.hpp"

namespace touchstone::cli {
namespace {

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         byte >= 0x80 || std::string_view("._-:/*@").find(c) != std::string_view::npos;
}

// Longer signs first, so that `>=` is not read as `>`.
constexpr std::array<std::string_view, 13> kSigns{"==", "!=", ">=", "<=", "!~", "=", ">",
                                                  "<",  "~",  "(",  ")",  ",",  "!"};

}  // namespace

base::Error condition_error(std::string_view text, std::size_t offset, std::string what,
                            std::string remedy) {
  const auto before = printable(text.substr(0, std::min(offset, text.size())));
  return {fmt::format("{}\n  {}\n  {:>{}}", what, printable(text), "^", display_width(before) + 1),
          "--where", std::move(remedy)};
}

base::Result<std::vector<Token>> tokenize(std::string_view text) {
  std::vector<Token> tokens;
  std::size_t i = 0;
  while (i < text.size()) {
    const char c = text[i];
    const auto rest = text.substr(i);
    if (c == ' ' || c == '\t' || c == '\n') {
      ++i;
    } else if (c == '\'' || c == '"') {
      const auto end = text.find(c, i + 1);
      if (end == std::string_view::npos) {
        return tl::unexpected(condition_error(text, i, "this quotation mark is never closed"));
      }
      tokens.push_back({Token::Kind::kQuoted, std::string(text.substr(i + 1, end - i - 1)), i});
      i = end + 1;
    } else if (is_word(c)) {
      const auto end = std::find_if_not(rest.begin(), rest.end(), is_word);
      tokens.push_back({Token::Kind::kWord, std::string(rest.begin(), end), i});
      i += tokens.back().text.size();
    } else {
      const auto sign = std::ranges::find_if(
          kSigns, [&](std::string_view candidate) { return rest.starts_with(candidate); });
      if (sign == kSigns.end()) {
        return tl::unexpected(
            condition_error(text, i, "this has no meaning here", "put text in 'quotation marks'"));
      }
      tokens.push_back({Token::Kind::kSign, std::string(*sign), i});
      i += sign->size();
    }
  }
  tokens.push_back({Token::Kind::kEnd, "", text.size()});
  return tokens;
}

}  // namespace touchstone::cli
