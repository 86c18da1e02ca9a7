#include "detect/carrier.hpp"

#include <algorithm>
#include <array>

#include "detect/ascii.hpp"
#include "detect/carrier_words.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kMaxCarrier = 1'024;    // bytes of an address
constexpr std::size_t kMaxCarrierText = 256;  // of the text of a link before it
constexpr std::size_t kMaxPlaceholder = 64;   // bytes between brackets
constexpr CharacterSet kNoPlaceholder(",\"=();/?&");

// The names of parameters whose values are names of kinds, in capitals by custom.
constexpr std::array<std::string_view, 14> kKindNamed{
    "type",  "kind", "filter",  "view", "tab",    "category", "topic",
    "scope", "mode", "section", "sort", "format", "event",    "action"};

// What closes an address, by what stands before it.
char closer_of(std::string_view text, std::size_t begin) {
  switch (begin > 0 ? text[begin - 1] : ' ') {
    case '(': return ')';
    case '"': return '"';
    case '\'': return '\'';
    case '<': return '>';
    default: return ' ';
  }
}

// The address that begins at `begin`; a placeholder in it may have blanks.
std::string_view address_at(std::string_view text, std::size_t begin) {
  const char closer = closer_of(text, begin);
  const auto rest = text.substr(begin, kMaxCarrier);
  std::size_t end = 0;
  while (end < rest.size() && rest[end] != closer && rest[end] != '\n') {
    const bool is_over = (closer == ' ' && rest[end] == '>') ||
                         (closer == ')' && (rest.substr(end).starts_with(" \"") ||
                                            rest.substr(end).starts_with("]("))) ||
                         (closer == '"' && rest[end] == '\\');
    if (is_over) break;
    ++end;
  }
  return rest.substr(0, end);
}

// "![…](": a picture. What `src` and `url(` name is loaded, too.
LinkUse use_of(std::string_view text, const Place& literal) {
  const auto found = text.substr(literal.begin, literal.end - literal.begin);
  if (found.front() != ']') {
    return ascii_lower(found.front()) == 'h' ? LinkUse::kClicked : LinkUse::kLoaded;
  }
  const auto from = literal.begin - std::min(literal.begin, kMaxCarrierText);
  const auto open = text.substr(from, literal.begin - from).rfind('[');
  const bool is_picture =
      open != std::string_view::npos && from + open > 0 && text[from + open - 1] == '!';
  return is_picture ? LinkUse::kLoaded : LinkUse::kClicked;
}

bool is_one_word(std::string_view placeholder) {
  const auto begin = std::min(placeholder.find_first_not_of("{ "), placeholder.size());
  const auto end = placeholder.find_last_not_of(' ') + 1;
  return std::ranges::all_of(placeholder.substr(begin, std::max(begin, end) - begin),
                             is_ascii_letter);
}

// One address that is looked at.
class Carrier {
 public:
  Carrier(std::string_view address, LinkUse use) : address_(address), use_(use) {
    const auto host = std::min(address.find("//"), address.size() - 2) + 2;
    path_ = std::min(address.find_first_of("/?#", host), address.size());
    query_ = std::min(address.find('?', path_), address.size());
  }

  [[nodiscard]] bool is_one() const {
    for (std::size_t at = 0; at < address_.size(); ++at) {
      if (const auto inside = bracketed(at); !inside.empty()) {
        if (is_asked_for(inside, at)) return true;
      } else if (at >= path_ && is_value_start(at) && is_capital_value(at)) {
        return true;
      }
    }
    return false;
  }

 private:
  // What stands between the brackets that open here, or behind a dollar.
  [[nodiscard]] std::string_view bracketed(std::size_t at) const {
    const char open = address_[at];
    const auto rest = address_.substr(at + 1);
    if (open == '$') {
      const auto* end =
          std::ranges::find_if_not(rest, [](char c) { return is_ascii_alnum(c) || c == '_'; });
      return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
    }
    const char close = open == '{' ? '}' : open == '[' ? ']' : open == '<' ? '>' : '\0';
    if (close == '\0') return {};
    const auto end = rest.substr(0, kMaxPlaceholder).find(close);
    if (end == std::string_view::npos) return {};
    const auto inside = rest.substr(0, end);
    const bool is_name = std::ranges::none_of(inside, [](char c) {
      return kNoPlaceholder.has(c) || static_cast<unsigned char>(c) >= 0x80;
    });
    return is_name ? inside : std::string_view();
  }
  // A place in the path of a link to click, or for the parameter's own value, is what manuals have.
  [[nodiscard]] bool is_asked_for(std::string_view inside, std::size_t at) const {
    if (!speaks_of_private(inside, use_)) return false;
    if (use_ == LinkUse::kLoaded || !is_one_word(inside)) return true;
    return at > query_ && !is_named_so(inside, at);
  }
  [[nodiscard]] bool is_named_so(std::string_view inside, std::size_t at) const {
    auto name = parameter_before(at);
    while (!inside.empty() && !is_ascii_letter(inside.front())) inside.remove_prefix(1);
    return !name.empty() &&
           std::ranges::equal(name, inside.substr(0, name.size()), {}, ascii_lower, ascii_lower);
  }
  // The name of the parameter whose value begins at or shortly before `at`.
  [[nodiscard]] std::string_view parameter_before(std::size_t at) const {
    const auto equals = address_.substr(0, at).rfind('=');
    if (equals == std::string_view::npos || equals < query_) return {};
    const auto begin = address_.substr(0, equals).find_last_of("?&;") + 1;
    return address_.substr(begin, equals - begin);
  }
  [[nodiscard]] bool is_value_start(std::size_t at) const {
    return at > 0 && (address_[at - 1] == '=' || address_[at - 1] == '/');
  }
  // CHAT_HISTORY: to be replaced by what it says.
  [[nodiscard]] bool is_capital_value(std::size_t at) const {
    auto value = address_.substr(at, kMaxPlaceholder);
    value = value.substr(0, value.find_first_of("&/?#."));
    const bool is_capital = value.size() > 5 && std::ranges::all_of(value, [](char c) {
                              return is_ascii_upper(c) || is_ascii_digit(c) || c == '_' ||
                                     c == '-' || c == '+' || c == ' ';
                            });
    if (!is_capital || !speaks_of_private(value, use_)) return false;
    if (use_ == LinkUse::kClicked && is_one_word(value)) return false;
    const auto name = parameter_before(at);
    return std::ranges::none_of(kKindNamed, [&](std::string_view kind) {
      return std::ranges::equal(kind, name, {}, {}, ascii_lower);
    });
  }

  std::string_view address_;
  LinkUse use_;
  std::size_t path_ = 0;
  std::size_t query_ = 0;
};

}  // namespace

std::string_view carrier_literals() {
  return "](http|](<http|](//|]: http|src=http|src=\"http|src='http|src=\\\"http|src=\"//|"
         "href=http|href=\"http|href='http|href=\\\"http|url(http|url(\"http|url('http";
}

void confirm_carrier(const Place& literal, Finds& finds) {
  const auto text = literal.text;
  const auto found = text.substr(literal.begin, literal.end - literal.begin);
  const auto begin = literal.end - (found.ends_with('/') ? 2 : 4);
  const auto address = address_at(text, begin);
  if (address.size() < 8 || !Carrier(address, use_of(text, literal)).is_one()) return;
  finds.add(ContentKind::kInjection, Confidence::kLikely, "exfiltration", literal.begin,
            begin + address.size());
}

}  // namespace touchstone::detect
