// Tokens: what can be a destination or a target by its shape, in any text.
//
// A mail address, a URL, an account number: each in one normal form, so that it is the same however
// it is dressed up (`<mailto:Bob@Example.com>` and bob@example.com, an IBAN with and without
// blanks). Behind what a word is as a whole stands what else it has in it (inside.hpp): an account
// in a URL, a host behind its label. Linear in the text; no token is longer than kMaxToken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::flow {

inline constexpr std::size_t kMaxToken = 512;  // bytes; of a longer word only a URL's host is one

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

// May be what a server calls one of its things. People and accounts are none.
[[nodiscard]] constexpr bool names_a_thing(Kind kind) {
  return kind == Kind::kPath || kind == Kind::kId || kind == Kind::kUrl || kind == Kind::kHost ||
         kind == Kind::kChannel;
}

struct Token {
  Kind kind = Kind::kText;
  std::size_t begin = 0;  // in the text; of kHost: the URL's
  std::size_t end = 0;
  std::string_view normal;  // valid until the next call
  bool has_more = false;  // of a URL: something that is not told stands before its host, or behind
};

// A token in a word that is something else as a whole.
struct Inside {
  Kind kind = Kind::kText;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string normal;
};

// Reads one text from front to back. Borrows it.
class TokenReader {
 public:
  // `depth`: of what is read of a word of another text.
  explicit TokenReader(std::string_view text, int depth = 0) : text_(text), depth_(depth) {}

  [[nodiscard]] std::optional<Token> next();

 private:
  [[nodiscard]] bool next_word();
  [[nodiscard]] std::optional<Token> read_word();
  [[nodiscard]] std::optional<Token> read_ipv6(std::size_t begin, std::size_t end);
  [[nodiscard]] std::optional<Token> read_long_word();
  [[nodiscard]] Token tell_inside();
  void read_inside(std::size_t raw_begin, std::size_t raw_end, Kind kind);
  [[nodiscard]] std::optional<Token> give(Kind kind, std::size_t begin, std::size_t end);

  std::string_view text_;
  int depth_;
  std::size_t begin_ = 0;  // the word at hand
  std::size_t end_ = 0;
  std::uint32_t signs_ = 0;  // which kinds of bytes it has from its first mark on
  std::size_t mark_ = 0;     // where that stands
  std::size_t at_ = 0;       // where to go on
  std::size_t host_ = 0;     // length of the host that the last URL began with; 0: told already
  Token url_;
  std::string normal_;
  std::vector<Inside> inside_;  // the word at hand
  std::size_t told_ = 0;        // of them
  bool holds_more_ = false;     // that are not told yet
};

}  // namespace touchstone::flow
