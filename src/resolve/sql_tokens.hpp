// SQL taken apart into tokens, for whatever database will read it.
//
// Nobody tells us the dialect, and dialects disagree about where a string or comment ends. So the
// text is read in the standard's way, and wherever another dialect would read on differently a
// doubt is noted: backslashes before quotation marks, `--` without a space, `#`, nested and
// executable comments, $tag$ and [bracket] and backtick quotes with anything but plain letters in
// them, quotation marks that only look like one. A text with a doubt is never called harmless
// (sql.hpp), so no trick of spelling can hide a statement; what is read in spite of the doubt can
// only make the verdict worse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::resolve {

inline constexpr std::size_t kMaxSqlBytes = std::size_t{64} << 10;
inline constexpr std::size_t kMaxSqlTokens = 16'384;

struct SqlToken {
  enum class Kind : std::uint8_t { kWord, kName, kString, kNumber, kSign };
  Kind kind = Kind::kSign;
  std::string text;  // a word in capitals, a name and a sign as they are; empty for the others

  [[nodiscard]] bool is(Kind k, std::string_view t) const { return kind == k && text == t; }
  [[nodiscard]] bool is_word(std::string_view word) const { return is(Kind::kWord, word); }
  [[nodiscard]] bool is_sign(std::string_view sign) const { return is(Kind::kSign, sign); }
};

struct SqlTokens {
  std::vector<SqlToken> tokens;
  std::string doubt;  // why another reader may see another text; empty if all would agree
};

// At most so many tokens; what comes behind them is a doubt.
[[nodiscard]] SqlTokens read_sql(std::string_view text, std::size_t most = kMaxSqlTokens);

}  // namespace touchstone::resolve
