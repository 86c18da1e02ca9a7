#include "approval/spelling.hpp"

#include <cctype>
#include <optional>
#include <vector>

#include "flow/fold.hpp"
#include "json/pointer.hpp"

namespace touchstone::approval {
namespace {

struct SpelledWord {
  std::size_t begin;
  std::size_t end;
  std::string squeezed;
};

std::string without_blanks_around(const std::string& text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const auto begin = text.find_first_not_of(kBlanks);
  const auto end = text.find_last_not_of(kBlanks);
  return begin == std::string::npos ? text : text.substr(begin, end + 1 - begin);
}

bool is_of_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0;
}

std::vector<SpelledWord> words_in(std::string_view text) {
  std::vector<SpelledWord> out;
  for (std::size_t at = 0; at < text.size();) {
    const auto begin = at;
    while (at < text.size() && is_of_word(text[at])) ++at;
    if (at > begin) out.push_back({begin, at, flow::squeezed(text.substr(begin, at - begin))});
    if (at < text.size()) ++at;
  }
  return out;
}

// The number of words from the first on that say what is wanted; none do: 0.
std::size_t words_that_say(std::string_view wanted, const std::vector<SpelledWord>& words,
                           std::size_t first) {
  for (auto at = first; at < words.size() && wanted.starts_with(words[at].squeezed); ++at) {
    wanted.remove_prefix(words[at].squeezed.size());
    if (wanted.empty()) return at + 1 - first;
  }
  return 0;
}

std::optional<std::string> words_saying(std::string_view wanted, std::string_view text) {
  const auto words = words_in(text);
  for (std::size_t first = 0; first < words.size(); ++first) {
    if (words[first].squeezed.empty()) continue;
    const auto count = words_that_say(wanted, words, first);
    if (count == 0) continue;
    const auto begin = words[first].begin;
    return std::string(text.substr(begin, words[first + count - 1].end - begin));
  }
  return std::nullopt;
}

}  // namespace

std::string as_spelled(json::View arguments, std::string_view pointer, const std::string& value) {
  const json::View at = json::at(arguments, pointer);
  const auto text =
      at.is(json::Kind::kNumber) ? std::string(at.raw()) : at.as_string().value_or("");
  const auto wanted = flow::squeezed(value);
  if (wanted.empty() || text.size() > kMaxSpelled) return value;
  if (flow::squeezed(text) == wanted) return without_blanks_around(text);
  return words_saying(wanted, text).value_or(value);
}

}  // namespace touchstone::approval
