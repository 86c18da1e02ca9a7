#include "detect/assigned_value.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "detect/ascii.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kMaxBefore = 200;       // how far back an open bracket is looked for
constexpr std::size_t kMaxTagInValue = 96;    // bytes of a tag that ends a value
constexpr std::size_t kMaxNameInList = 40;    // bytes of the name of a next assignment
constexpr std::size_t kMaxSlashesInRow = 16;  // of an escape that is escaped itself

char char_at(std::string_view text, std::size_t at) { return at < text.size() ? text[at] : '\0'; }

// What may stand behind a quote or bracket that closes; inside a value anything else goes on.
bool may_follow_end(std::string_view text, std::size_t at) {
  static constexpr CharacterSet kFollows(" \t\r\n,;:.)]}><|\\\"'`");
  return at >= text.size() || kFollows.has(text[at]);
}

char opener_of(char closer) {
  switch (closer) {
    case ')': return '(';
    case ']': return '[';
    case '}': return '{';
    case '>': return '<';
    default: return closer;  // a quote
  }
}

// Is what this closes open where the name begins? On its line, and not closed again.
bool is_open_before(std::string_view text, std::size_t name, char closer) {
  const auto from = name - std::min(name, kMaxBefore);
  std::size_t closed = 0;
  for (auto at = name; at > from && text[at - 1] != '\n'; --at) {
    const char c = text[at - 1];
    if (c == opener_of(closer)) {
      if (closed == 0) return true;
      --closed;
    } else if (c == closer) {
      ++closed;
    }
  }
  return false;
}

bool begins_tag(std::string_view text, std::size_t at) {
  const char next = char_at(text, at + 1);
  if (!is_ascii_letter(next) && next != '/' && next != '!') return false;
  const auto end = text.substr(at + 1, kMaxTagInValue).find_first_of("<>\n");
  return end != std::string_view::npos && text[at + 1 + end] == '>';
}

// "user=", "Initial Catalog =", "email?:": the next of a list of assignments.
bool begins_assignment(std::string_view text, std::size_t at) {
  const auto is_part = [](char c) {
    return is_ascii_alnum(c) || c == '_' || c == '-' || c == '.' || c == ' ';
  };
  if (!is_ascii_letter(char_at(text, at)) && char_at(text, at) != '_') return false;
  const auto begin = at;
  while (at < text.size() && at - begin < kMaxNameInList && is_part(text[at])) ++at;
  if (char_at(text, at) == '?') ++at;
  return at - begin > 1 && (char_at(text, at) == '=' || char_at(text, at) == ':');
}

bool is_in_query(std::string_view text, std::size_t name) {
  if (name == 0) return false;
  return text[name - 1] == '?' || text[name - 1] == '&' || text.substr(0, name).ends_with("&amp;");
}

// Quotes and commas that other scripts have, and blanks of other widths.
bool is_foreign_sign(std::string_view text, std::size_t at) {
  const auto rest = text.substr(at, 2);
  return rest == "\xE3\x80" || rest == "\xEF\xBC" || rest == "\xE2\x80" || rest == "\xC2\xA0" ||
         rest == "\xD8\x8C" || rest == "\xD8\x9B";
}

// A line break, a tab or a quote that is spelled out.
bool is_escaped_end(std::string_view text, std::size_t at) {
  const auto begin = at;
  while (char_at(text, at) == '\\' && at - begin < kMaxSlashesInRow) ++at;
  static constexpr CharacterSet kEscaped("nrt\"'`");
  return at >= text.size() || kEscaped.has(text[at]);
}

// Looks at one character after the other of a value without quotes.
class BareValue {
 public:
  BareValue(std::string_view text, const ValueStart& start)
      : text_(text), start_(start), is_query_(is_in_query(text, start.name)) {}

  [[nodiscard]] std::size_t end() const {
    const auto most = std::min(text_.size(), start_.begin + kMaxValue);
    static constexpr CharacterSet kMayEnd(" \t\r\n\\<\"'`)]}>#&,;|\xC2\xD8\xE2\xE3\xEF");
    auto at = start_.begin;
    for (; at < most; ++at) {
      if (kMayEnd.has(text_[at]) && ends_at(at)) break;
    }
    return without_stops(at);
  }

 private:
  [[nodiscard]] bool ends_at(std::size_t at) const {
    const char c = text_[at];
    if (is_ascii_blank(c) || is_foreign_sign(text_, at)) return true;
    if (start_.is_element && c == '<') return true;
    switch (c) {
      case '\\': return is_escaped_end(text_, at);
      case '<': return begins_tag(text_, at);
      case '"':
      case '\'':
      case '`':
      case ')':
      case ']':
      case '}':
      case '>': return closes_at(at);
      case '#': return is_query_;
      case '&': return is_query_ || begins_assignment(text_, at + 1);
      case ',':
      case ';':
      case '|': return begins_assignment(text_, at + 1) || is_quote_of_next(at + 1);
      default: return false;
    }
  }
  [[nodiscard]] bool closes_at(std::size_t at) const {
    if (at + 1 >= text_.size() || is_ascii_blank(text_[at + 1])) return true;
    return may_follow_end(text_, at + 1) && is_open(text_[at]);
  }
  // Looked for once for each sign: a value may be full of them.
  [[nodiscard]] bool is_open(char closer) const {
    auto& known = open_[kClosers.find(closer)];
    if (!known) known = is_open_before(text_, start_.name, closer);
    return *known;
  }
  // ,"next": the value stands in a list of JSON.
  [[nodiscard]] bool is_quote_of_next(std::size_t at) const {
    const char c = char_at(text_, at);
    return c == '"' || c == '\'';
  }
  [[nodiscard]] std::size_t without_stops(std::size_t end) const {
    static constexpr CharacterSet kStops(".,;:");
    while (end > start_.begin && kStops.has(text_[end - 1])) --end;
    return end;
  }

  static constexpr std::string_view kClosers = "\"'`)]}>";

  std::string_view text_;
  const ValueStart& start_;
  bool is_query_;
  mutable std::array<std::optional<bool>, kClosers.size()> open_ = {};
};

std::size_t slashes_before(std::string_view text, std::size_t at, std::size_t from) {
  const auto end = at;
  while (at > from && text[at - 1] == '\\') --at;
  return end - at;
}

// The quote at `at` closes unless it is escaped, doubled inside a word, or goes on as one: in a
// JSON text that was decoded nothing tells an escaped quote but what follows it.
bool is_closing(std::string_view text, std::size_t at, const ValueStart& start) {
  const auto slashes = slashes_before(text, at, start.begin);
  const auto turn = 2 * (start.slashes + 1);
  if (slashes >= start.slashes && slashes % turn != start.slashes) return false;
  auto next = at;
  const auto most = start.begin + kMaxValue;
  while (next < most && char_at(text, next) == start.quote) ++next;
  return !is_ascii_alnum(char_at(text, next));
}

std::size_t end_of_quoted(std::string_view text, const ValueStart& start) {
  const auto most = std::min(text.size(), start.begin + kMaxValue);
  auto first = std::string_view::npos;
  auto at = start.begin;
  for (; at < most && text[at] != '\n'; ++at) {
    if (text[at] != start.quote) continue;
    first = std::min(first, at);
    if (!is_closing(text, at, start)) continue;
    first = at;
    break;
  }
  if (first == std::string_view::npos) return at;
  return first - std::min(start.slashes, slashes_before(text, first, start.begin));
}

}  // namespace

std::size_t end_of_value(std::string_view text, const ValueStart& start) {
  return start.quote != '\0' ? end_of_quoted(text, start) : BareValue(text, start).end();
}

std::string_view plain_part(std::string_view value) {
  static constexpr CharacterSet kEnds(" \t\r\n\"'`,;)}]<>&|\\");
  const auto end = std::ranges::find_if(value, [](char c) { return kEnds.has(c); });
  return value.substr(0, static_cast<std::size_t>(end - value.begin()));
}

}  // namespace touchstone::detect
