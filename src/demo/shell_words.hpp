// The words of a command line: separated by spaces, kept together by quotes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace touchstone::demo {

// `>` and `>>` outside quotes are words of their own. A quote that is not closed is an error, and
// so is any other sign that a real shell would act on (| & ; $ ` < ( ) * ?): it would be a lie to
// take it for a letter.
struct Word {
  std::string text;
  bool is_operator = false;

  friend bool operator==(const Word&, const Word&) = default;
};
[[nodiscard]] base::Result<std::vector<Word>> split_words(std::string_view line);

}  // namespace touchstone::demo
