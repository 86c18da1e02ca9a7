// Numbers that states give to people in Europe.
#include <algorithm>
#include <array>

#include "detect/ascii.hpp"
#include "detect/check_digits.hpp"
#include "detect/id_rules.hpp"

namespace touchstone::detect {
namespace {

unsigned part_of(std::string_view id, std::size_t at, std::size_t length) {
  return remainder_of(id.substr(at, length), 1'000'000'000);
}

// Weights 7 3 1 over digits and letters (A is 10), as travel documents have it (ICAO 9303).
bool has_document_check(std::string_view id) {
  constexpr std::array<unsigned, 3> kWeights{7, 3, 1};
  unsigned sum = 0;
  for (std::size_t i = 0; i + 1 < id.size(); ++i) {
    const auto value =
        is_ascii_digit(id[i]) ? digit_value(id[i]) : static_cast<unsigned>(id[i] - 'A') + 10;
    sum += value * kWeights[i % 3];
  }
  return is_ascii_digit(id.back()) && sum % 10 == digit_value(id.back());
}

bool is_nhs(std::string_view id) {
  constexpr std::array<int, 9> kWeights{10, 9, 8, 7, 6, 5, 4, 3, 2};
  const auto rest = 11 - weighted_sum(id, kWeights, 11);
  return (rest == 11 ? 0 : rest) == digit_value(id[9]) && rest != 10;
}

bool is_nino(std::string_view id) {
  constexpr std::string_view kNoFirst = "DFIQUV";
  constexpr std::string_view kNoSecond = "DFIQUVO";
  const auto pair = id.substr(0, 2);
  constexpr std::array<std::string_view, 7> kUnused{"BG", "GB", "KN", "NK", "NT", "TN", "ZZ"};
  return kNoFirst.find(id[0]) == std::string_view::npos &&
         kNoSecond.find(id[1]) == std::string_view::npos && id.back() >= 'A' && id.back() <= 'D' &&
         std::ranges::find(kUnused, pair) == kUnused.end();
}

bool is_uk_licence(std::string_view id) {
  const auto month = part_of(id, 6, 2) % 50;
  return is_ascii_letter(id[0]) && is_date(month, part_of(id, 8, 2));
}

// One digit twice or three times, the others at most once.
bool is_german_tax_id(std::string_view id) {
  std::array<int, 10> counts{};
  for (const char c : id.substr(0, 10)) ++counts[digit_value(c)];
  const auto most = *std::ranges::max_element(counts);
  const auto repeated = std::ranges::count_if(counts, [](int count) { return count > 1; });
  return id[0] != '0' && (most == 2 || most == 3) && repeated == 1 && has_iso7064_11_10(id);
}

bool is_german_pension(std::string_view id) {
  constexpr std::array<unsigned, 12> kWeights{2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1};
  if (!is_ddmmyy(id.substr(2))) return false;
  const auto letter = static_cast<unsigned>(id[8] - 'A') + 1;
  const std::array<unsigned, 12> digits{
      digit_value(id[0]), digit_value(id[1]), digit_value(id[2]), digit_value(id[3]),
      digit_value(id[4]), digit_value(id[5]), digit_value(id[6]), digit_value(id[7]),
      letter / 10,        letter % 10,        digit_value(id[9]), digit_value(id[10])};
  unsigned sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const auto product = digits[i] * kWeights[i];
    sum += product / 10 + product % 10;
  }
  return sum % 10 == digit_value(id[11]);
}

bool is_german_health(std::string_view id) {
  const auto letter = static_cast<unsigned>(id[0] - 'A') + 1;
  const std::string digits =
      std::to_string(letter / 10) + std::to_string(letter % 10) + std::string(id.substr(1, 8));
  unsigned sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const auto product = digit_value(digits[i]) * (i % 2 == 0 ? 1U : 2U);
    sum += product / 10 + product % 10;
  }
  return sum % 10 == digit_value(id[9]);
}

bool is_german_document(std::string_view id) {
  return std::string_view("CFGHJKLMNPRTVWXYZ").find(id[0]) != std::string_view::npos &&
         has_document_check(id);
}

// A letter, then letters and digits, more of these than of those: C01X00T47.
bool is_mixed_document(std::string_view id) {
  const auto digits = std::ranges::count_if(id, is_ascii_digit);
  return is_ascii_upper(id[0]) && digits >= 5 && digits < std::ssize(id);
}

constexpr std::string_view kNifLetters = "TRWAGMYFPDXBNJZSQVHLCKE";

bool is_nif(std::string_view id) {
  return id.back() == kNifLetters[remainder_of(id.substr(0, 8), 23)];
}

bool is_nie(std::string_view id) {
  if (id[0] < 'X' || id[0] > 'Z') return false;
  const auto digits = static_cast<char>('0' + (id[0] - 'X')) + std::string(id.substr(1, 7));
  return id.back() == kNifLetters[remainder_of(digits, 23)];
}

bool is_nir(std::string_view id) {
  return (id[0] == '1' || id[0] == '2') && is_date(std::clamp(part_of(id, 3, 2), 1U, 12U), 1) &&
         97 - remainder_of(id.substr(0, 13), 97) == part_of(id, 13, 2);
}

// Odd places count by a table of their own, even ones by value.
bool is_codice_fiscale(std::string_view id) {
  constexpr std::array<unsigned, 26> kOdd{1,  0,  5, 7, 9, 13, 15, 17, 19, 21, 2,  4,  18,
                                          20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23};
  unsigned sum = 0;
  for (std::size_t i = 0; i < 15; ++i) {
    const auto value =
        is_ascii_digit(id[i]) ? digit_value(id[i]) : static_cast<unsigned>(id[i] - 'A');
    sum += i % 2 == 0 ? kOdd[value] : value;
  }
  return static_cast<unsigned>(id[15] - 'A') == sum % 26;
}

bool is_pesel(std::string_view id) {
  constexpr std::array<int, 11> kWeights{1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1};
  return is_date(part_of(id, 2, 2) % 20, part_of(id, 4, 2)) && weighted_sum(id, kWeights, 10) == 0;
}

// A coordination number adds 60 to the day.
bool is_personnummer(std::string_view id) {
  const auto ten = id.substr(id.size() - 10);
  const auto day = part_of(ten, 4, 2);
  const bool is_century = id.size() == 10 || id.starts_with("19") || id.starts_with("20");
  return is_century && is_date(part_of(ten, 2, 2), day > 60 ? day - 60 : day) && has_luhn(ten);
}

bool is_hetu(std::string_view id) {
  constexpr std::string_view kSigns = "0123456789ABCDEFHJKLMNPRSTUVWXY";
  const auto digits = std::string(id.substr(0, 6)) + std::string(id.substr(id.size() - 4, 3));
  return is_ddmmyy(id) && id.back() == kSigns[remainder_of(digits, 31)];
}

bool is_bsn(std::string_view id) {
  constexpr std::array<int, 9> kWeights{9, 8, 7, 6, 5, 4, 3, 2, -1};
  return weighted_sum(id, kWeights, 11) == 0 && part_of(id, 0, 9) != 0;
}

bool is_belgian(std::string_view id) {
  const auto check = part_of(id, 9, 2);
  const auto nine = std::string(id.substr(0, 9));
  return is_yymmdd(id) &&
         (97 - remainder_of(nine, 97) == check || 97 - remainder_of("2" + nine, 97) == check);
}

bool is_ahv(std::string_view id) {
  constexpr std::array<int, 13> kWeights{1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1};
  return id.starts_with("756") && weighted_sum(id, kWeights, 10) == 0;
}

bool is_fodselsnummer(std::string_view id) {
  constexpr std::array<int, 10> kFirst{3, 7, 6, 1, 8, 9, 4, 5, 2, 1};
  constexpr std::array<int, 11> kSecond{5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1};
  return is_ddmmyy(id) && weighted_sum(id, kFirst, 11) == 0 && weighted_sum(id, kSecond, 11) == 0;
}

bool is_cpr(std::string_view id) { return is_ddmmyy(id); }

bool is_cnp(std::string_view id) {
  constexpr std::array<int, 12> kWeights{2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9};
  const auto rest = weighted_sum(id, kWeights, 11);
  return id[0] != '0' && is_yymmdd(id.substr(1)) && (rest == 10 ? 1 : rest) == digit_value(id[12]);
}

bool is_rodne_cislo(std::string_view id) {
  const auto month = part_of(id, 2, 2) % 50;
  return is_date(month > 20 ? month - 20 : month, part_of(id, 4, 2)) && remainder_of(id, 11) == 0;
}

bool is_egn(std::string_view id) {
  constexpr std::array<int, 9> kWeights{2, 4, 8, 5, 10, 9, 7, 3, 6};
  return is_date(part_of(id, 2, 2) % 20, part_of(id, 4, 2)) &&
         weighted_sum(id, kWeights, 11) % 10 == digit_value(id[9]);
}

bool is_isikukood(std::string_view id) {
  constexpr std::array<int, 10> kFirst{1, 2, 3, 4, 5, 6, 7, 8, 9, 1};
  constexpr std::array<int, 10> kSecond{3, 4, 5, 6, 7, 8, 9, 1, 2, 3};
  if (id[0] < '1' || id[0] > '8' || !is_yymmdd(id.substr(1))) return false;
  auto rest = weighted_sum(id, kFirst, 11);
  if (rest == 10) rest = weighted_sum(id, kSecond, 11) % 10;
  return rest == digit_value(id[10]);
}

// A physician's: six digits, one that checks them, and what he or she practises.
bool is_lanr(std::string_view id) {
  constexpr std::array<int, 6> kWeights{4, 9, 4, 9, 4, 9};
  return (10 - weighted_sum(id, kWeights, 10)) % 10 == digit_value(id[6]);
}

constexpr auto kSocialTopic = bits_of(Topic::kSocial);
constexpr auto kTaxTopic = bits_of(Topic::kTax) | kSocialTopic;
constexpr auto kHealthTopic = bits_of(Topic::kHealth);
constexpr auto kPassTopic = bits_of(Topic::kPassport) | kSocialTopic;

using enum Sure;
// clang-format off
constexpr IdRule kEuropeIds[] = {
    {"uk-nhs", "D10", "3-3-4", is_nhs, kPossible, kLikely, kLikely, kHealthTopic},
    {"uk-nino", "L2 D6 L1", "2-2-2-2-1 2-6-1 2-7 8-1", is_nino, kLikely, kLikely, kCertain, kSocialTopic | kTaxTopic},
    {"uk-driving-licence", "A5 D6 A5", "", is_uk_licence, kLikely, kNo, kCertain, bits_of(Topic::kLicence)},
    {"de-tax-id", "D11", "2-3-3-3", is_german_tax_id, kLikely, kLikely, kCertain, kTaxTopic},
    {"de-pension-number", "D8 L1 D3", "2-6-1-3", is_german_pension, kCertain, kCertain, kCertain, kSocialTopic},
    {"de-health-number", "L1 D9", "", is_german_health, kPossible, kNo, kLikely, kHealthTopic},
    {"de-tax-number", "D10-11", "3-3-5 2-3-5 3-4-4", nullptr, kNo, kPossible, kLikely, bits_of(Topic::kTax)},
    {"de-physician-number", "D9", "", is_lanr, kNo, kNo, kLikely, kHealthTopic},
    {"de-document", "U9", "", is_german_document, kPossible, kNo, kLikely, kPassTopic},
    {"es-nif", "D8 L1", "8-1", is_nif, kLikely, kLikely, kCertain, kTaxTopic},
    {"es-nie", "L1 D7 L1", "1-7-1 8-1", is_nie, kLikely, kLikely, kCertain, kTaxTopic},
    {"fr-nir", "D15", "1-2-2-2-3-3-2", is_nir, kLikely, kCertain, kCertain, kSocialTopic},
    {"it-codice-fiscale", "L6 D2 L1 D2 L1 D3 L1", "", is_codice_fiscale, kCertain, kNo, kCertain, kTaxTopic},
    {"pl-pesel", "D11", "", is_pesel, kPossible, kNo, kLikely, kSocialTopic},
    {"se-personnummer", "D10", "6-4", is_personnummer, kPossible, kLikely, kLikely, kSocialTopic},
    {"se-personnummer", "D12", "8-4", is_personnummer, kLikely, kLikely, kLikely, kSocialTopic},
    {"fi-hetu", "D6 L1 D3 A1", "", is_hetu, kCertain, kNo, kCertain, kSocialTopic},
    {"fi-hetu", "D9 A1", "6-4", is_hetu, kNo, kLikely, kCertain, kSocialTopic},
    {"nl-bsn", "D9", "", is_bsn, kPossible, kNo, kLikely, kSocialTopic},
    {"be-register", "D11", "2-2-2-3-2 6-3-2", is_belgian, kLikely, kCertain, kCertain, kSocialTopic},
    {"ch-ahv", "D13", "3-4-4-2", is_ahv, kLikely, kCertain, kCertain, kSocialTopic},
    {"no-fodselsnummer", "D11", "6-5", is_fodselsnummer, kLikely, kLikely, kCertain, kSocialTopic},
    {"dk-cpr", "D10", "6-4", is_cpr, kNo, kPossible, kLikely, kSocialTopic},
    {"ro-cnp", "D13", "", is_cnp, kLikely, kNo, kCertain, kSocialTopic},
    {"cz-rodne-cislo", "D10", "6-4", is_rodne_cislo, kPossible, kLikely, kLikely, kSocialTopic},
    {"bg-egn", "D10", "", is_egn, kPossible, kNo, kLikely, kSocialTopic},
    {"ee-isikukood", "D11", "", is_isikukood, kPossible, kNo, kLikely, kSocialTopic},
    {"hr-oib", "D11", "", has_iso7064_11_10, kPossible, kNo, kLikely, kTaxTopic},
    {"passport", "L1-3 D6-8", "", nullptr, kNo, kNo, kLikely, bits_of(Topic::kPassport)},
    {"passport", "D9", "", nullptr, kNo, kNo, kLikely, bits_of(Topic::kPassport)},
    {"passport", "U8-9", "", is_mixed_document, kNo, kNo, kLikely, bits_of(Topic::kPassport)},
    {"passport", "L1 D3 L1 D4", "", nullptr, kPossible, kNo, kLikely, bits_of(Topic::kPassport)},
    {"driving-licence", "A1 D7-12", "", nullptr, kNo, kNo, kLikely, bits_of(Topic::kLicence)},
    {"driving-licence", "L2 D7-8 L1", "", nullptr, kPossible, kNo, kLikely, bits_of(Topic::kLicence)},
};
// clang-format on

}  // namespace

std::span<const IdRule> ids_of_europe() { return kEuropeIds; }

}  // namespace touchstone::detect
