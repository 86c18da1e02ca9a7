// Identifiers: URLs, paths and other long words in a text, where they stand once it is folded.
//
// They are looked at as tokens, and copying one is not copying text. A URL is one only together
// with its host: a text that was put into the path or the query of a URL is a text. Pure.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "flow/text_store.hpp"

namespace touchstone::flow {

struct Identifier {
  std::size_t begin;
  std::size_t end;
  std::size_t host;  // of a URL; else begin and end
  std::size_t host_end;
};

[[nodiscard]] std::vector<Identifier> identifiers_in(std::string_view text);

// How many bytes of the match are of identifiers that it copies.
[[nodiscard]] std::size_t overlap(const Match& match, const std::vector<Identifier>& identifiers);

}  // namespace touchstone::flow
