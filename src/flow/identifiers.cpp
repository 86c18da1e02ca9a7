#include "flow/identifiers.hpp"

#include <algorithm>
#include <string>

#include "base/window.hpp"
#include "flow/fold.hpp"
#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kShortIdentifier = 20;  // bytes; shorter words count as text
constexpr std::size_t kLongIdentifier = 128;  // so do longer ones: nobody types them

constexpr bool in_identifier(char c) {
  return is_letter_or_digit(c) ||
         std::string_view("_-./:@%?&=#+~\\").find(c) != std::string_view::npos;
}

bool is_identifier(std::string_view word) {
  return word.size() > kShortIdentifier && word.size() < kLongIdentifier &&
         std::ranges::all_of(word, in_identifier);
}

std::size_t word_length(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if(text, is_space) - text.begin());
}

base::Block not_spaces(base::Block block) { return (block != ' ') & (block - '\t' >= 5); }

// Where the host of a URL stands in the word. Of anything else it is all of the word: a file's URI
// has none.
struct Host {
  std::size_t begin;
  std::size_t end;
};
Host host_in(std::string_view word) {
  const auto mark = word.find("://");
  if (mark == std::string_view::npos) return {0, word.size()};
  const auto begin = mark + 3;
  const auto end = std::min(word.find_first_of("/?#\\", begin), word.size());
  return begin == end ? Host{0, word.size()} : Host{begin, end};
}

Identifier folded_behind(std::string& folded, std::string_view word) {
  const auto host = host_in(word);
  Identifier out{};
  out.begin = folded.size();
  append_folded(folded, word.substr(0, host.begin));
  out.host = folded.size();
  append_folded(folded, word.substr(host.begin, host.end - host.begin));
  out.host_end = folded.size();
  append_folded(folded, word.substr(host.end));
  out.end = folded.size();
  return out;
}

}  // namespace

// What stands between them is folded, to be counted, only where another one follows.
std::vector<Identifier> identifiers_in(std::string_view text) {
  std::vector<Identifier> out;
  std::string folded;
  std::size_t counted = 0;  // bytes of the text
  const auto next = [&](std::size_t at) {
    return base::find_row(text, at, kShortIdentifier + 1, not_spaces);
  };
  for (auto at = next(0); at < text.size(); at = next(at)) {
    const auto word = text.substr(at, word_length(text.substr(at)));
    if (is_identifier(word)) {
      append_folded(folded, text.substr(counted, at - counted));
      out.push_back(folded_behind(folded, word));
      counted = at + word.size();
    }
    at += word.size() + 1;
  }
  return out;
}

std::size_t overlap(const Match& match, const std::vector<Identifier>& identifiers) {
  std::size_t bytes = 0;
  auto at = std::ranges::partition_point(
      identifiers, [&](const Identifier& one) { return one.end <= match.begin; });
  for (; at != identifiers.end() && at->begin < match.end; ++at) {
    const auto end = std::min(match.begin <= at->host ? at->end : at->host_end, match.end);
    const auto begin = std::max(at->begin, match.begin);
    if (begin < end) bytes += end - begin;
  }
  return bytes;
}

}  // namespace touchstone::flow
