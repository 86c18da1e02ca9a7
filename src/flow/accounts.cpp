#include "flow/accounts.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "detect/check_digits.hpp"
#include "detect/id_rules.hpp"
#include "detect/spelled.hpp"
#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxGap = 16;         // bytes between two signs of an account
constexpr std::size_t kMaxMarkup = 16;      // bytes of markup in a gap
constexpr std::size_t kMinIbanDigits = 10;  // fewer of them are words
constexpr std::size_t kMinCoin = 26;
constexpr std::size_t kMaxCoin = 90;
constexpr std::size_t kCoinDigits = 40;  // hexadecimal ones behind 0x

// Of what stands at `at` and is no sign: a character, one that is spelled out, or markup.
std::size_t length_of_gap(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == '&' || c == '\\') {
    return std::max<std::size_t>(detect::spelled_at(text, at).length, 1);
  }
  if (c != '<') return 1;
  const auto end = text.substr(at, kMaxMarkup).find('>');
  return end == std::string_view::npos ? 1 : end + 1;
}

// Where the next sign stands; the text's end if it is too far.
std::size_t sign_from(std::string_view text, std::size_t at) {
  const auto limit = std::min(text.size(), at + kMaxGap);
  while (at < limit && !is_letter_or_digit(text[at])) at += length_of_gap(text, at);
  return at < text.size() && is_letter_or_digit(text[at]) ? at : text.size();
}

// The sign before `at`, as far as it is a letter; the text's size if it is none.
std::size_t letter_before(std::string_view text, std::size_t at) {
  const auto least = at - std::min(at, kMaxGap);
  while (at > least && !is_letter_or_digit(text[at - 1])) --at;
  return at > least && is_letter(text[at - 1]) ? at - 1 : text.size();
}

// Of all pairs of letters, so that most numbers of a text are told from an IBAN at one look.
constexpr std::size_t kLetters = 26;
using Lengths = std::array<std::uint8_t, kLetters * kLetters>;
Lengths lengths_of_ibans() {
  Lengths out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::array country{static_cast<char>('A' + i / kLetters),
                             static_cast<char>('A' + i % kLetters)};
    out[i] = static_cast<std::uint8_t>(detect::iban_length({country.data(), country.size()}));
  }
  return out;
}
std::size_t length_of_iban(char first, char second) {
  static const auto kLengths = lengths_of_ibans();
  const auto index = [](char c) { return static_cast<std::size_t>(upper(c) - 'A'); };
  return kLengths[index(first) * kLetters + index(second)];
}

// All signs of the IBAN whose country stands in `normal`; its digits begin at `digits`.
Shape iban_of(std::string_view text, std::size_t begin, std::size_t digits, std::size_t length,
              std::string& normal) {
  std::size_t end = digits;
  std::size_t letters = 2;
  for (auto at = digits; normal.size() < length && at < text.size(); at = sign_from(text, end)) {
    normal += upper(text[at]);
    letters += is_digit(text[at]) ? 0 : 1;
    if (letters + kMinIbanDigits > length) return {};
    end = at + 1;
  }
  const bool is_one =
      normal.size() == length && is_digit(normal[3]) && detect::has_iban_check(normal);
  return is_one ? Shape{Kind::kAccount, begin, end, 0} : Shape{};
}

bool is_hex_digit(char c) { return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f'); }

// Case does not matter of those that a checksum or a machine reads in either.
bool is_coin(std::string_view run, std::string& normal) {
  const bool hex = run.size() == kCoinDigits + 2 && run[0] == '0' && lower(run[1]) == 'x' &&
                   std::ranges::all_of(run.substr(2), is_hex_digit);
  const bool folds = hex || detect::is_bech32_address(run);
  if (!folds && !detect::is_base58_address(run)) return false;
  normal.assign(run);
  if (folds) std::ranges::transform(normal, normal.begin(), lower);
  return true;
}

}  // namespace

Shape iban_in(std::string_view text, std::size_t from, std::size_t until, std::string& normal) {
  for (auto at = from; at < until; ++at) {
    if (!is_digit(text[at]) || (at > from && is_digit(text[at - 1]))) continue;
    const auto second = letter_before(text, at);
    if (second == text.size()) continue;
    const auto first = letter_before(text, second);
    if (first == text.size()) continue;
    const auto length = length_of_iban(text[first], text[second]);
    if (length == 0) continue;
    normal = {upper(text[first]), upper(text[second])};
    if (const auto found = iban_of(text, first, at, length, normal)) return found;
  }
  return {};
}

Shape coin_in(std::string_view text, std::size_t from, std::size_t until, std::string& normal) {
  if (until - from < kMinCoin) return {};
  for (auto at = from; at < until; ++at) {
    const auto begin = at;
    while (at < until && is_letter_or_digit(text[at])) ++at;
    const bool fits = at - begin >= kMinCoin && at - begin <= kMaxCoin;
    if (fits && is_coin(text.substr(begin, at - begin), normal))
      return {Kind::kAccount, begin, at, 0};
  }
  return {};
}

}  // namespace touchstone::flow
