// The words and signs of a --where condition.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace touchstone::cli {

struct Token {
  enum class Kind : std::uint8_t { kWord, kQuoted, kSign, kEnd };
  Kind kind;
  std::string text;
  std::size_t offset;
};

// Ends with a kEnd token. Fails on an unclosed quotation mark or a character that has no meaning.
[[nodiscard]] base::Result<std::vector<Token>> tokenize(std::string_view text);

// The error with the condition under it and a caret at `offset`.
[[nodiscard]] base::Error condition_error(std::string_view text, std::size_t offset,
                                          std::string what, std::string remedy = {});

}  // namespace touchstone::cli
