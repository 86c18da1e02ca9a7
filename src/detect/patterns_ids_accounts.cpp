// Numbers of cards and accounts.
#include <algorithm>
#include <array>

#include "detect/ascii.hpp"
#include "detect/check_digits.hpp"
#include "detect/id_rules.hpp"

namespace touchstone::detect {
namespace {

struct Issuer {
  unsigned first;  // of the first six digits
  unsigned last;
  std::size_t shortest;
  std::size_t longest;
};
constexpr std::array<Issuer, 13> kIssuers{{
    {400000, 499999, 13, 19},  // Visa
    {510000, 559999, 16, 16},  // Mastercard
    {222100, 272099, 16, 16},  // Mastercard
    {340000, 349999, 15, 15},  // American Express
    {370000, 379999, 15, 15},  // American Express
    {601100, 601199, 16, 19},  // Discover
    {622126, 622925, 16, 19},  // UnionPay
    {644000, 659999, 16, 19},  // Discover
    {300000, 305999, 14, 19},  // Diners
    {360000, 369999, 14, 19},  // Diners
    {352800, 358999, 16, 19},  // JCB
    {500000, 509999, 12, 19},  // Maestro, Dankort, Elo
    {560000, 589999, 12, 19},  // Maestro
}};

bool is_routing_number(std::string_view id) {
  constexpr std::array<int, 9> kWeights{3, 7, 1, 3, 7, 1, 3, 7, 1};
  const auto first = 10 * digit_value(id[0]) + digit_value(id[1]);
  const bool is_district =
      first <= 12 || (first >= 21 && first <= 32) || (first >= 61 && first <= 72) || first == 80;
  return is_district && weighted_sum(id, kWeights, 10) == 0 && remainder_of(id, 1'000'000) != 0;
}

struct IbanCountry {
  std::string_view countries;  // two letters each
  std::size_t length;
};
constexpr IbanCountry kIbanCountries[] = {
    {"NO", 15},
    {"BE", 16},
    {"DKFIFKFONLGLSD", 18},
    {"MKSI", 19},
    {"ATBABIEELTLUXKKZMN", 20},
    {"CHCRHRLILVDJ", 21},
    {"BGBHDEGBGEIEMERSVA", 22},
    {"AEGIILIQOMSOTL", 23},
    {"ADCZESMDPKROSASESKTNVGIRDZ", 24},
    {"LYPTST", 25},
    {"ISTR", 26},
    {"BFBJCICMCVFRGFGPGRITMCMGMLMQMRMZNCPFPMRESMSNTFWFYTAO", 27},
    {"ALAZBYCYDOGTHULBNIPLSVHN", 28},
    {"BREGPSQAUA", 29},
    {"JOKWMUYE", 30},
    {"MTSC", 31},
    {"LC", 32},
    {"RU", 33},
};

constexpr auto kBankTopic = bits_of(Topic::kBank);

using enum Sure;
constexpr auto kMoney = ContentKind::kFinancial;
// clang-format off
constexpr IdRule kAccountIds[] = {
    {"card", "D12-19", "4-4-4-4 4-6-5 4-6-4 4-4-4-4-3 4-4-5 4-4-4-3 4-4-4-1 6-10 4-5-6 6-13", is_card_number, kLikely, kCertain, kCertain,
     bits_of(Topic::kCard) | kBankTopic, kMoney},
    {"us-routing-number", "D9", "4-4-1", is_routing_number, kPossible, kLikely, kLikely, kBankTopic, kMoney},
    {"uk-sort-code", "D6", "2-2-2", nullptr, kNo, kNo, kLikely, kBankTopic, kMoney},
    {"account-number", "D7-17", "", nullptr, kNo, kNo, kLikely, kBankTopic, kMoney},
    {"account-number", "D8-12", "4-4 3-4 4-4-4 3-3-4 2-8 3-6 4-6 5-5", nullptr, kNo, kNo, kLikely, kBankTopic, kMoney},
};
// clang-format on

}  // namespace

bool is_card_number(std::string_view digits) {
  const auto first = remainder_of(digits.substr(0, 6), 1'000'000'000);
  const auto is_its = [&](const Issuer& issuer) {
    return first >= issuer.first && first <= issuer.last && digits.size() >= issuer.shortest &&
           digits.size() <= issuer.longest;
  };
  return std::ranges::any_of(kIssuers, is_its) && has_luhn(digits);
}

std::size_t iban_length(std::string_view country) {
  for (const auto& [countries, length] : kIbanCountries) {
    for (std::size_t i = 0; i + 1 < countries.size(); i += 2) {
      if (countries.substr(i, 2) == country) return length;
    }
  }
  return 0;
}

std::span<const IdRule> ids_of_accounts() { return kAccountIds; }

}  // namespace touchstone::detect
