// What else a word says to whoever uses it, besides what it is as a whole.
//
// A value behind its label (`host=x.example`, `bitcoin:bc1…?amount=1`), what a URL hands on in its
// path or query, what percent escapes stand for, an address that is torn apart at its @ or at the
// end of a line. Each is a text of words to be read as any other. Pure; linear in the word.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace touchstone::flow {

inline constexpr std::size_t kMaxTorn = 256;  // bytes of a word that belongs to the one beside it

struct Reading {
  std::string words;  // empty: there is none
  std::size_t begin = 0;
  std::size_t end = 0;  // of what was read so, in the text
};

// All of a word at [begin, end) of the text.
[[nodiscard]] Reading behind_label(std::string_view text, std::size_t begin, std::size_t end);
// Of a URL: the URLs in its path, the values of its query.
[[nodiscard]] Reading handed_on(std::string_view text, std::size_t begin, std::size_t end);
// Of a URL: the names of hosts that its path has, for a server that fetches for others.
[[nodiscard]] Reading hosts_on_path(std::string_view text, std::size_t begin, std::size_t end);
// Of a mail address that is none: git@host.example:x/y.git, as the URL that it stands for.
[[nodiscard]] Reading remote_copy(std::string_view text, std::size_t begin, std::size_t end);
[[nodiscard]] Reading without_escapes(std::string_view text, std::size_t begin, std::size_t end);
// With its punctuation, and together with the word before or behind it.
[[nodiscard]] Reading mended(std::string_view text, std::size_t begin, std::size_t end);

}  // namespace touchstone::flow
