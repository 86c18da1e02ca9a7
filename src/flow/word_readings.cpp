#include "flow/word_readings.hpp"

#include <algorithm>
#include <utility>

#include "detect/encoded.hpp"
#include "flow/letters.hpp"
#include "flow/token_shapes.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxLabel = 32;
constexpr std::size_t kMaxHostsOnPath = 4;
constexpr std::size_t kMaxTear = 8;  // blanks and line breaks in an address

constexpr bool in_label(char c) { return is_letter_or_digit(c) || c == '_' || c == '-'; }
constexpr bool in_torn(char c) { return in_label(c) || c == '.' || c == '+'; }
constexpr bool in_torn_url(char c) {
  return !is_space(c) && std::string_view("\"'<>()[]{},;|`").find(c) == std::string_view::npos;
}

// The last sign of a word that a line break tore, if it is an address.
constexpr bool may_go_on(char c) { return c == '@' || c == '.' || c == '-'; }

// Each value of a query becomes a word.
std::string values_of(std::string_view query) {
  std::string out(query);
  std::ranges::replace_if(
      out, [](char c) { return c == '?' || c == '&' || c == '=' || c == '#' || c == ';'; }, ' ');
  return out;
}

std::size_t past_spaces(std::string_view text, std::size_t at) {
  const auto limit = std::min(text.size(), at + kMaxTear);
  while (at < limit && is_space(text[at])) ++at;
  return at;
}

// What stands before the blanks before `end`; empty: no blanks, or no name.
std::string_view name_before(std::string_view text, std::size_t end) {
  const auto least = end - std::min(end, kMaxTear);
  auto at = end;
  while (at > least && is_space(text[at - 1])) --at;
  auto begin = at;
  while (begin > 0 && at - begin < kMaxTorn && in_torn(text[begin - 1])) --begin;
  return at == end ? std::string_view() : text.substr(begin, at - begin);
}

std::string_view word_behind(std::string_view text, std::size_t at, bool only_next_line) {
  const auto begin = past_spaces(text, at);
  const bool is_gap = begin > at && (!only_next_line || text.substr(at, begin - at).find('\n') !=
                                                            std::string_view::npos);
  auto end = begin;
  while (end < text.size() && end - begin < kMaxTorn && in_torn_url(text[end])) ++end;
  const bool is_word = is_gap && end > begin && is_letter_or_digit(text[begin]);
  return is_word ? text.substr(begin, end - begin) : std::string_view();
}

}  // namespace

Reading behind_label(std::string_view text, std::size_t begin, std::size_t end) {
  const auto word = text.substr(begin, end - begin);
  std::size_t at = 0;
  while (at < word.size() && at < kMaxLabel && in_label(word[at])) ++at;
  if (at >= word.size() || (word[at] != ':' && word[at] != '=' && word[at] != '#')) return {};
  const bool is_label = at > 0 ? is_letter(word[0]) : word[0] == '#';
  if (!is_label) return {};
  return {values_of(word.substr(at + 1)), begin + at + 1, end};
}

Reading handed_on(std::string_view text, std::size_t begin, std::size_t end) {
  const auto url = text.substr(begin, end - begin);
  const auto host = behind_scheme(url);
  auto from = std::min(url.find_first_of("?#", host), url.size());
  if (auto second = url.find("://", host); second < from) {
    while (second > host && is_letter_or_digit(url[second - 1])) --second;
    from = second;
  }
  if (from == url.size()) return {};
  return {values_of(url.substr(from)), begin + from, end};
}

Reading hosts_on_path(std::string_view text, std::size_t begin, std::size_t end) {
  auto url = text.substr(begin, end - begin);
  const auto host = behind_scheme(url);
  const auto path = std::min(url.find('/', host), url.size());
  url = url.substr(0, std::min(url.find_first_of("?#", host), url.size()));
  std::string words;
  std::size_t count = 0;
  for (auto at = path; at < url.size() && count < kMaxHostsOnPath; at = url.find('/', at + 1)) {
    const auto rest = url.substr(at + 1);
    if (rest.substr(0, rest.find('/')).find('.') == std::string_view::npos) continue;
    words.append(rest).append(" ");
    ++count;
  }
  return {std::move(words), begin + path, begin + url.size()};
}

Reading remote_copy(std::string_view text, std::size_t begin, std::size_t end) {
  const auto word = text.substr(begin, end - begin);
  const auto at = word.find('@');
  const auto colon = word.find(':', std::min(at, word.size()));
  if (colon == std::string_view::npos || colon + 1 == word.size()) return {};
  std::string url("ssh://");
  url.append(word.substr(at + 1, colon - at - 1)).append("/").append(word.substr(colon + 1));
  return {std::move(url), begin, end};
}

Reading without_escapes(std::string_view text, std::size_t begin, std::size_t end) {
  const auto word = text.substr(begin, end - begin);
  auto plain = detect::unescaped(word);
  if (plain == word) return {};
  return {std::move(plain), begin, end};
}

Reading mended(std::string_view text, std::size_t begin, std::size_t end) {
  const auto word = text.substr(begin, end - begin);
  if (!word.starts_with('@') && !may_go_on(word.back())) return {};
  const auto before = word.starts_with('@') ? name_before(text, begin) : std::string_view();
  const bool is_address =
      word.find('@') != std::string_view::npos || word.find("://") != std::string_view::npos;
  std::string_view behind;
  if (is_address && may_go_on(word.back())) behind = word_behind(text, end, !word.ends_with('@'));
  if (before.empty() && behind.empty()) return {};
  const auto place = [&](const char* at) { return static_cast<std::size_t>(at - text.data()); };
  return {std::string(before).append(word).append(behind),
          before.empty() ? begin : place(before.data()),
          behind.empty() ? end : place(behind.data() + behind.size())};
}

}  // namespace touchstone::flow
