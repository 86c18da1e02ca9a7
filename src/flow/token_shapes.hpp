// The shapes of tokens: each takes one word and writes its normal form, or says that it is none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "flow/tokens.hpp"

namespace touchstone::flow {

// Where a token stands in the word that was looked at; `end` 0: there is none.
struct Shape {
  Kind kind = Kind::kText;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t host = 0;   // of a URL: how much of the normal form is its host
  bool has_more = false;  // of a URL: something that is not told stands before its host
  explicit operator bool() const { return end != 0; }
};

[[nodiscard]] Shape mail_in(std::string_view word, std::string& normal);
[[nodiscard]] Shape escaped_mail_in(std::string_view word, std::string& normal);  // bob%40x.com
// Where a URL goes on behind its scheme and what clients take for the marks there; 0: it has none.
[[nodiscard]] std::size_t behind_scheme(std::string_view word);
[[nodiscard]] Shape url_in(std::string_view word, std::string& normal);
[[nodiscard]] Shape relative_url_in(std::string_view word, std::string& normal);  // //x.com/a
[[nodiscard]] Shape path_in(std::string_view word, std::string& normal);
[[nodiscard]] Shape handle_in(std::string_view word, std::string& normal);
[[nodiscard]] Shape account_in(std::string_view word, std::string& normal);
[[nodiscard]] Shape ipv6_in(std::string_view word, std::string& normal);
[[nodiscard]] Shape id_in(std::string_view word, std::string& normal);
// These look beyond the word, at groups of digits with blanks, dots or hyphens between them.
[[nodiscard]] Shape number_at(std::string_view rest, std::string& normal);
[[nodiscard]] Shape grouped_iban_at(std::string_view rest, std::string& normal);

}  // namespace touchstone::flow
