// Numbers that lead somewhere: accounts, cards, telephones.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "flow/letters.hpp"
#include "flow/token_shapes.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMinIban = 15;
constexpr std::size_t kMaxIban = 34;
constexpr std::size_t kMinNumber = 9;   // fewer digits are dates, amounts and short ids
constexpr std::size_t kMaxNumber = 19;  // of a card, the longest
constexpr std::size_t kMaxGroups = 8;

// Two letters, two digits, then letters and digits, mostly digits.
bool looks_like_iban(std::string_view word) {
  if (word.size() < kMinIban || word.size() > kMaxIban) return false;
  if (!is_letter(word[0]) || !is_letter(word[1])) return false;
  if (!is_digit(word[2]) || !is_digit(word[3])) return false;
  const auto digits = std::ranges::count_if(word, is_digit);
  return digits >= 10 && std::ranges::all_of(word, is_letter_or_digit);
}

// ISO 7064, mod 97: the first four signs go last, letters count from 10.
bool checks_as_iban(std::string_view word) {
  std::uint32_t rest = 0;
  const auto add = [&](char c) {
    const auto value = static_cast<std::uint32_t>(is_digit(c) ? c - '0' : upper(c) - 'A' + 10);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  };
  std::ranges::for_each(word.substr(4), add);
  std::ranges::for_each(word.substr(0, 4), add);
  return rest == 1;
}

// Digits in groups, and what stands between them.
struct Groups {
  std::array<std::size_t, kMaxGroups> sizes{};
  std::size_t count = 0;
  std::size_t digits = 0;
  std::size_t end = 0;  // behind the last digit
  bool plus = false;
};

constexpr bool separates_digits(char c) {
  return c == ' ' || c == '-' || c == '.' || c == '(' || c == ')' || c == '/';
}

Groups groups_at(std::string_view rest, std::string& digits) {
  Groups groups;
  std::size_t at = 0;
  groups.plus = rest.starts_with('+');
  if (groups.plus) ++at;
  while (at < rest.size() && groups.count < kMaxGroups) {
    const auto begin = at;
    while (at < rest.size() && is_digit(rest[at]) && digits.size() <= kMaxNumber) {
      digits += rest[at++];
    }
    if (at == begin) break;
    groups.sizes[groups.count++] = at - begin;
    groups.end = at;
    for (int gap = 0; gap < 2 && at < rest.size() && separates_digits(rest[at]); ++gap) ++at;
  }
  groups.digits = digits.size();
  return groups;
}

bool is_phone(const Groups& groups, std::string_view digits) {
  if (groups.digits > 15) return false;
  const bool american =
      groups.count == 3 && groups.sizes[0] == 3 && groups.sizes[1] == 3 && groups.sizes[2] == 4;
  return groups.plus || american || (digits.starts_with('0') && groups.count > 1);
}

bool is_card(const Groups& groups) {
  const auto all = std::span(groups.sizes).first(groups.count);
  return groups.digits >= 13 && groups.count > 2 &&
         std::ranges::all_of(all.first(all.size() - 1),
                             [](std::size_t size) { return size >= 4 && size <= 6; });
}

bool ends_word(std::string_view rest, std::size_t at) {
  if (at >= rest.size()) return true;
  return !is_letter_or_digit(rest[at]) && rest[at] != '_' && rest[at] != '@';
}

}  // namespace

// With dashes in it, it is an IBAN only if its check digits say so.
Shape account_in(std::string_view word, std::string& normal) {
  const bool dashed = word.size() > 4 && word[4] == '-' && word.size() <= kMaxIban * 2;
  if (!dashed && !looks_like_iban(word)) return {};
  normal.clear();
  for (const char c : word) {
    if (c != '-') normal += upper(c);
  }
  if (dashed && !(looks_like_iban(normal) && checks_as_iban(normal))) return {};
  return {Kind::kAccount, 0, word.size(), 0};
}

Shape number_at(std::string_view rest, std::string& normal) {
  normal.clear();
  const auto groups = groups_at(rest, normal);
  if (groups.digits < kMinNumber || groups.digits > kMaxNumber) return {};
  if (!ends_word(rest, groups.end)) return {};
  if (is_phone(groups, normal)) {
    if (normal.starts_with("00")) normal.erase(0, 2);
    return {Kind::kPhone, 0, groups.end, 0};
  }
  if (groups.count == 1 || is_card(groups)) return {Kind::kAccount, 0, groups.end, 0};
  return {};
}

Shape grouped_iban_at(std::string_view rest, std::string& normal) {
  normal.clear();
  std::size_t end = 0;
  std::size_t at = 0;
  while (normal.size() + 4 <= kMaxIban) {
    const auto begin = at;
    while (at < rest.size() && at - begin < 4 && is_letter_or_digit(rest[at])) ++at;
    if (at == begin || !ends_word(rest, at)) break;
    for (const char c : rest.substr(begin, at - begin)) normal += upper(c);
    end = at;
    if (at - begin < 4 || at >= rest.size()) break;
    if (rest[at] != ' ' && rest[at] != '-') break;
    ++at;
  }
  // The words behind it may be of four letters too: the check digits tell where it ends.
  while (normal.size() >= kMinIban) {
    if (looks_like_iban(normal) && checks_as_iban(normal)) return {Kind::kAccount, 0, end, 0};
    const auto last = normal.size() % 4 == 0 ? 4 : normal.size() % 4;
    normal.resize(normal.size() - last);
    end -= last + 1;
  }
  return {};
}

}  // namespace touchstone::flow
