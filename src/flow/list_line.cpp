#include "flow/list_line.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/word_list.hpp"
#include "flow/directive.hpp"
#include "flow/hint.hpp"
#include "flow/layouts.hpp"
#include "flow/letters.hpp"
#include "flow/names.hpp"
#include "flow/tokens.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxRemarkWords = 12;
constexpr std::size_t kMaxNameWords = 6;     // "My notes of May.md"
constexpr std::size_t kMaxReceiptWords = 5;  // before what was made: "Successfully created page"
constexpr std::size_t kMaxStateWords = 2;    // "both modified:"
constexpr std::size_t kModeSigns = 10;       // -rw-r--r--
constexpr std::size_t kFieldsOfList = 8;     // before the name: mode, links, owner … time
constexpr std::size_t kLeastThing = 6;       // capitals and digits; a shorter word may be any

// What a program says that it did.
constexpr base::WordList kDone(
    "added closed copied created deleted edited generated made moved opened published registered "
    "removed renamed saved stored successfully updated uploaded wrote");

std::string_view word_of(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t"));
}

std::size_t count_words(std::string_view text) {
  std::size_t count = 0;
  for (text = without_space(text); !text.empty(); text = without_space(text)) {
    text.remove_prefix(word_of(text).size());
    ++count;
  }
  return count;
}

std::string_view behind_words(std::string_view text, std::size_t count) {
  for (; count > 0; --count) {
    text.remove_prefix(word_of(text).size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  }
  return text;
}

// As in prose, of which a line may have several sentences.
bool orders(std::string_view text) {
  if (word_of(text).size() == text.size()) return false;  // one word orders nothing
  const auto end = std::min(text.find_first_of(".!?:;\\"), text.size());
  if (end + 1 >= text.size()) return directs(text);
  std::vector<Piece> pieces;
  cut_prose(text, 0, pieces);
  return std::ranges::any_of(pieces,
                             [](const Piece& piece) { return piece.manner == Manner::kDirected; });
}

// Of a kind that a remark has none of; a branch may be called as an id is.
bool names_something(std::string_view text) {
  TokenReader reader(text);
  while (const auto token = reader.next()) {
    if (token->kind != Kind::kId) return true;
  }
  return false;
}

// The whole word is one name, and of a thing.
bool names_one_thing(std::string_view word) {
  const auto token = TokenReader(word).next();
  return token && names_a_thing(token->kind) && token->begin == 0 && token->end == word.size();
}

// `-rw-r--r-- 1 ann users 120 May  3 10:00 name`, also with a date of numbers.
std::string_view behind_file_mode(std::string_view line) {
  if (line.size() <= kModeSigns || !std::ranges::all_of(line.substr(0, kModeSigns), [](char c) {
        return std::string_view("-dlbcpsrwxStT").find(c) != std::string_view::npos;
      })) {
    return {};
  }
  const auto date = word_of(behind_words(line, kFieldsOfList - 3));
  const bool of_numbers = !date.empty() && is_digit(date.front()) && date.find('-') < date.size();
  return behind_words(line, of_numbers ? kFieldsOfList - 1 : kFieldsOfList);
}

std::string_view behind_number(std::string_view line) {
  const auto digits = std::min(line.find_first_not_of("0123456789"), line.size());
  const auto rest = line.substr(digits);
  return digits > 0 && (rest.starts_with(". ") || rest.starts_with(") ")) ? rest.substr(2)
                                                                          : std::string_view();
}

std::string_view behind_bullet(std::string_view line) {
  for (const std::string_view bullet : {"- ", "* ", "\xE2\x80\xA2 "}) {
    if (line.starts_with(bullet)) return line.substr(bullet.size());
  }
  return {};
}

// `[FILE] name`
std::string_view behind_label(std::string_view line) {
  const auto end = line.find("] ");
  const bool is_label = line.starts_with('[') && end != std::string_view::npos && end > 1 &&
                        std::ranges::all_of(line.substr(1, end - 1), is_upper);
  return is_label ? line.substr(end + 2) : std::string_view();
}

// `?? name`, `M  name`, of which the blank before it may be a part.
std::string_view behind_state_sign(std::string_view line) {
  constexpr std::string_view kSigns = "MADRCUT?! ";
  const bool is_one = line.size() > 3 && line[2] == ' ' && line[3] != ' ' &&
                      kSigns.find(line[0]) != std::string_view::npos &&
                      kSigns.find(line[1]) != std::string_view::npos &&
                      (line[0] != ' ' || line[1] != ' ');
  return is_one ? line.substr(3) : std::string_view();
}

// `modified:   name`, where it is indented.
std::string_view behind_state(std::string_view line) {
  const auto end = line.find(':');
  if (end == std::string_view::npos || end + 1 >= line.size() || line[end + 1] != ' ') return {};
  const auto state = line.substr(0, end);
  const bool small =
      std::ranges::all_of(state, [](char c) { return (is_letter(c) && !is_upper(c)) || c == ' '; });
  return small && count_words(state) <= kMaxStateWords ? line.substr(end + 1) : std::string_view();
}

// Without what stands before a name; empty: nothing does.
std::string_view behind_mark(std::string_view line) {
  if (const auto signs = behind_state_sign(line); !signs.empty()) return signs;
  const bool is_indented = is_blank(line.front());
  line = without_space(line);
  for (const auto behind : {behind_file_mode, behind_number, behind_bullet, behind_label}) {
    const auto rest = behind(line);
    if (rest.empty()) continue;
    const auto label = behind_label(rest);
    return label.empty() ? rest : label;
  }
  return is_indented ? behind_state(line) : std::string_view();
}

// Behind the name stands what is said of it: in brackets, behind a dash or an arrow.
std::size_t end_of_name(std::string_view text) {
  auto end = text.size();
  for (const std::string_view sign : {" (", " - ", " -> ", "\t", " \xE2\x80"}) {
    end = std::min(end, text.find(sign));
  }
  return end;
}

bool is_rooted(std::string_view text) {
  return text.starts_with('/') || text.starts_with("./") || text.starts_with("~/");
}

std::optional<ListLine> read_entry(std::string_view line) {
  const auto marked = behind_mark(line);
  const auto body = without_space(marked.empty() ? line : marked);
  ListLine out{.kind = LineKind::kEntry};
  out.mark = line.substr(0, static_cast<std::size_t>(body.data() - line.data()));
  out.name = without_space(body.substr(0, end_of_name(body)));
  out.rest = body.substr(out.name.size());
  const bool in_words = word_of(out.name).size() < out.name.size();
  if (in_words && marked.empty() && !is_rooted(out.name)) return std::nullopt;
  if (in_words && count_words(out.name) > kMaxNameWords) return std::nullopt;
  out.is_one_thing = !in_words && is_thing(out.name);
  if (marked.empty() && !in_words && !out.is_one_thing && !names_one_thing(out.name))
    return std::nullopt;
  if (orders(out.name) || orders(out.rest)) return std::nullopt;
  const auto close = out.rest.find(')');
  if (out.rest.starts_with(" (") && close != std::string_view::npos) {
    const auto inside = out.rest.substr(2, close - 2);
    if (is_thing(inside)) {
      out.id = inside;
      out.rest.remove_prefix(close + 1);
    }
  }
  return out;
}

// `Created page 3f2a9c1e-… "Plan"`: what was made is the first thing that is named.
std::optional<ListLine> read_receipt(std::string_view line) {
  const auto body = without_space(line);
  if (!name_has(word_of(body), kDone)) return std::nullopt;
  const auto token = TokenReader(body).next();
  if (!token || !names_a_thing(token->kind)) return std::nullopt;
  if (count_words(body.substr(0, token->begin)) > kMaxReceiptWords) return std::nullopt;
  if (orders(body)) return std::nullopt;
  return ListLine{LineKind::kEntry,
                  body.substr(0, token->begin),
                  body.substr(token->begin, token->end - token->begin),
                  {},
                  body.substr(token->end)};
}

// What a program says of its commands at the end of a line: `… (use "git add")`.
std::string_view without_advice(std::string_view line) {
  const auto open = line.find(" (use \"");
  return line.ends_with(')') && open != std::string_view::npos ? line.substr(0, open) : line;
}

}  // namespace

bool is_thing(std::string_view word) {
  const auto is_part = [](char c) {
    return is_letter_or_digit(c) || c == '/' || c == '.' || c == '-' || c == '_' || c == '+';
  };
  if (word.empty() || !std::ranges::all_of(word, is_part)) return false;
  const auto token = TokenReader(word).next();
  if (token && token->kind != Kind::kPath && token->kind != Kind::kId) return false;
  if (word.find('/') != std::string_view::npos) return true;
  const auto is_small = [](char c) { return is_letter(c) && !is_upper(c); };
  return word.size() >= kLeastThing && std::ranges::any_of(word, is_digit) &&
         std::ranges::any_of(word, is_upper) && std::ranges::none_of(word, is_small);
}

ListLine read_list_line(std::string_view line) {
  const auto body = without_space(line);
  if (line.size() > kMaxListLine || body.empty()) return {};
  if (length_of_hint(body) == body.size()) return {.kind = LineKind::kHead, .rest = line};
  if (const auto entry = read_entry(line)) return *entry;
  if (const auto receipt = read_receipt(line)) return *receipt;
  const auto said = without_advice(body);
  if (count_words(said) > kMaxRemarkWords || names_something(body) || orders(said)) return {};
  return {.kind = body.ends_with(':') ? LineKind::kHead : LineKind::kRemark, .rest = line};
}

}  // namespace touchstone::flow
