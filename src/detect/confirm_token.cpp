#include <algorithm>

#include "detect/ascii.hpp"
#include "detect/confirm.hpp"
#include "detect/token_checks.hpp"

namespace touchstone::detect {
namespace {

// A block that is longer is no key, or not one that a literal inside would not also find.
constexpr std::size_t kMaxKeyBlock = 16'384;
constexpr std::size_t kMinKeyBody = 40;
constexpr std::size_t kMaxKeyHeader = 48;
constexpr std::size_t kMinGluedLiteral = 4;
constexpr std::size_t kMinGluedBody = 24;
constexpr std::size_t kMaxGluedWord = 12;

bool is_inside_word(std::string_view text, std::size_t begin) {
  return begin > 0 && (is_ascii_alnum(text[begin - 1]) || text[begin - 1] == '_') &&
         !is_escape_letter(text, begin - 1);
}

// Words run into a token where somebody forgot a blank: "keyghp_…". A literal that no word ends
// with, a body that is varied in every way and a short word before it leave nothing else for it to
// be.
bool is_glued(std::string_view text, std::size_t begin, std::string_view literal,
              std::string_view body) {
  if (literal.size() < kMinGluedLiteral || literal.back() != '_' || body.size() < kMinGluedBody)
    return false;
  const bool is_varied_body = std::ranges::any_of(body, is_ascii_digit) &&
                              std::ranges::any_of(body, is_ascii_lower) &&
                              std::ranges::any_of(body, is_ascii_upper);
  auto first = begin;
  while (first > 0 && begin - first <= kMaxGluedWord &&
         (is_ascii_alnum(text[first - 1]) || text[first - 1] == '_')) {
    --first;
  }
  return is_varied_body && begin - first <= kMaxGluedWord;
}

// From "-----BEGIN" to "-----END …-----", or as far as it looks like a key. Only the literal of the
// first line has a body behind it, so the one of the last line finds nothing.
void confirm_key_block(const TokenRule& rule, const Place& place, Finds& finds) {
  const auto from = place.begin > kMaxKeyHeader ? place.begin - kMaxKeyHeader : 0;
  const auto head = place.text.substr(from, place.begin - from).rfind("-----BEGIN");
  if (head == std::string_view::npos) return;
  auto end = place.end;
  std::size_t body = 0;
  while (end < place.text.size() && end - place.end < kMaxKeyBlock) {
    const char c = place.text[end];
    if (is_ascii_alnum(c) || c == '+' || c == '/' || c == '=') {
      ++body;
    } else if (!is_ascii_blank(c) && c != '\\' && c != ':' && c != ',' && c != '-' && c != '"') {
      break;
    }
    if (place.text.substr(end).starts_with("-----")) break;
    ++end;
  }
  if (body < kMinKeyBody) return;
  const auto rest = place.text.substr(end, kMaxKeyHeader);
  const auto last = rest.starts_with("-----END") ? rest.find("KEY-----") : std::string_view::npos;
  if (last != std::string_view::npos) end += last + std::string_view("KEY-----").size();
  finds.add(rule.kind, Confidence::kCertain, rule.id, from + head, end);
}

}  // namespace

TokenConfirmer::TokenConfirmer() {
  for (const auto table : {secrets_of_code(), secrets_of_clouds(), secrets_of_services()}) {
    for (const auto& rule : table) {
      rules_.push_back({&rule, Shape(rule.before), Shape(rule.shape)});
    }
  }
}

bool TokenConfirmer::is_right(std::size_t index) const {
  return rules_[index].before.is_right() && rules_[index].after.is_right();
}

void TokenConfirmer::confirm(std::size_t index, const Place& place, Finds& finds) const {
  const auto& [rule, before, after] = rules_[index];
  auto begin = place.begin;
  if (!before.empty()) {
    const auto found = before.match_back(place.text, begin);
    if (!found) return;
    begin = *found;
  }
  const bool led_by_letter = is_ascii_alnum(place.text[begin]);
  const bool is_inside = led_by_letter && is_inside_word(place.text, begin);
  if (is_inside && (!before.empty() || place.text[place.end - 1] != '_')) return;
  if (after.empty() && before.empty()) return confirm_key_block(*rule, place, finds);
  const auto end = after.match(place.text, place.end);
  if (!end || (*end < place.text.size() && is_ascii_alnum(place.text[*end]))) return;
  const auto token = place.text.substr(begin, *end - begin);
  // A literal at the end leaves the part before it to look at.
  const auto body = *end > place.end ? place.text.substr(place.end, *end - place.end) : token;
  if (!(rule->check != nullptr ? rule->check : is_varied)(token, body)) return;
  if (is_inside) {
    const auto literal = place.text.substr(place.begin, place.end - place.begin);
    if (!is_glued(place.text, begin, literal, body)) return;
  }
  finds.add(rule->kind, rule->confidence, rule->id, begin, *end);
}

}  // namespace touchstone::detect
