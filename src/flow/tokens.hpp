// Tokens: what can be a destination or a target by its shape, in any text.
//
// A mail address, a URL, an account number: each in one normal form, so that it is the same however
// it is dressed up (`<mailto:Bob@Example.com>` and bob@example.com, an IBAN with and without
// blanks). Linear in the text; no normal form is longer than kMaxToken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace touchstone::flow {

inline constexpr std::size_t kMaxToken =
    512;  // bytes; a longer word is no token, but a URL is one as far as that

enum class Kind : std::uint8_t {
  kText,     // no token: a value that has no such shape
  kMail,     // bob@example.com
  kUrl,      // example.com/path?query: without scheme, user, `www.` and a slash at the end
  kHost,     // example.com: of a URL, behind it
  kAccount,  // an IBAN, a card or account number: capitals and digits without blanks
  kPhone,    // its digits
  kPath,     // of a file, slashes forwards; also a bare file name with a known ending
  kId,       // a UUID, or another long word of letters and digits
  kHandle,   // @bob, as `bob`
  kChannel,  // #general, as `general`
};
[[nodiscard]] std::string_view name_of(Kind kind);  // "text", "mail", …

struct Token {
  Kind kind = Kind::kText;
  std::size_t begin = 0;  // in the text; of kHost: the URL's
  std::size_t end = 0;
  std::string_view normal;  // valid until the next call
};

// Reads one text from front to back. Borrows it.
class TokenReader {
 public:
  explicit TokenReader(std::string_view text) : text_(text) {}

  [[nodiscard]] std::optional<Token> next();

 private:
  [[nodiscard]] bool next_word();
  [[nodiscard]] std::optional<Token> read_word();
  [[nodiscard]] std::optional<Token> read_long_url(std::string_view beginning);
  [[nodiscard]] std::optional<Token> give(Kind kind, std::size_t begin, std::size_t end);

  std::string_view text_;
  std::size_t begin_ = 0;  // the word at hand
  std::size_t end_ = 0;
  std::uint32_t signs_ = 0;  // which kinds of bytes it has
  std::size_t at_ = 0;       // where to go on
  std::size_t host_ = 0;     // length of the host that the last URL began with; 0: told already
  Token url_;
  std::string normal_;
};

}  // namespace touchstone::flow
