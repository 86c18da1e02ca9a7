// Numbers that states give to people outside Europe.
#include <array>

#include "detect/ascii.hpp"
#include "detect/check_digits.hpp"
#include "detect/id_rules.hpp"

namespace touchstone::detect {
namespace {

unsigned number_at(std::string_view id, std::size_t at, std::size_t length) {
  return remainder_of(id.substr(at, length), 1'000'000'000);
}

// Digit `at` is the weighted sum of those before it, in the usual way: 11 less the rest, 10 as 0.
bool has_digit_11(std::string_view id, std::span<const int> weights, std::size_t at) {
  const auto rest = weighted_sum(id.substr(0, at), weights, 11);
  const auto digit = rest < 2 ? 0 : 11 - rest;
  return digit == digit_value(id[at]);
}

bool all_same(std::string_view id) {
  return id.find_first_not_of(id.front()) == std::string_view::npos;
}

bool is_ssn(std::string_view id) {
  const auto area = number_at(id, 0, 3);
  return area != 0 && area != 666 && area < 900 && number_at(id, 3, 2) != 0 &&
         number_at(id, 5, 4) != 0 && !all_same(id);
}

bool is_itin(std::string_view id) {
  const auto group = number_at(id, 3, 2);
  return id[0] == '9' && ((group >= 50 && group <= 65) || (group >= 70 && group <= 88) ||
                          (group >= 90 && group <= 92) || (group >= 94 && group <= 99));
}

bool is_npi(std::string_view id) {
  return (id[0] == '1' || id[0] == '2') && has_luhn("80840" + std::string(id));
}

// Digits and letters in fixed places, without S, L, O, I, B and Z.
bool is_mbi(std::string_view id) {
  constexpr std::string_view kForm = "CAXNAXNAANN";  // C 1-9, A letter, X either, N digit
  constexpr std::string_view kLeftOut = "SLOIBZ";
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    const bool is_letter = is_ascii_upper(id[i]) && kLeftOut.find(id[i]) == std::string_view::npos;
    const bool is_digit = is_ascii_digit(id[i]);
    const bool fits = kForm[i] == 'A'   ? is_letter
                      : kForm[i] == 'X' ? is_letter || is_digit
                                        : is_digit;
    if (!fits || (kForm[i] == 'C' && id[i] == '0')) return false;
  }
  return true;
}

bool is_dea(std::string_view id) {
  const auto sum = digit_value(id[2]) + digit_value(id[4]) + digit_value(id[6]) +
                   2 * (digit_value(id[3]) + digit_value(id[5]) + digit_value(id[7]));
  return sum % 10 == digit_value(id[8]) &&
         std::string_view("ABCDEFGHJKLMPRSTUX").find(id[0]) != std::string_view::npos;
}

bool is_sin(std::string_view id) { return id[0] != '0' && id[0] != '8' && has_luhn(id); }
// With the digits that are given for practice and to companies.
bool is_any_sin(std::string_view id) { return !all_same(id) && has_luhn(id); }

bool is_ein(std::string_view id) {
  const auto campus = number_at(id, 0, 2);
  return campus != 0 && campus != 7 && campus != 8 && campus != 9 && campus != 49 && !all_same(id);
}

bool is_cpf(std::string_view id) {
  constexpr std::array<int, 10> kWeights{11, 10, 9, 8, 7, 6, 5, 4, 3, 2};
  return !all_same(id) && has_digit_11(id, std::span(kWeights).subspan(1), 9) &&
         has_digit_11(id, kWeights, 10);
}

bool is_cnpj(std::string_view id) {
  constexpr std::array<int, 13> kWeights{6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2};
  return !all_same(id) && has_digit_11(id, std::span(kWeights).subspan(1), 12) &&
         has_digit_11(id, kWeights, 13);
}

bool is_curp(std::string_view id) {
  return is_yymmdd(id.substr(4)) && (id[10] == 'H' || id[10] == 'M' || id[10] == 'X');
}

bool is_cuit(std::string_view id) {
  constexpr std::array<int, 10> kWeights{5, 4, 3, 2, 7, 6, 5, 4, 3, 2};
  const auto rest = weighted_sum(id, kWeights, 11);
  return (rest == 0 ? 0 : 11 - rest) == digit_value(id[10]);
}

bool is_rut(std::string_view id) {
  unsigned sum = 0;
  unsigned weight = 2;
  for (auto i = id.size() - 1; i-- > 0; weight = weight == 7 ? 2 : weight + 1) {
    if (!is_ascii_digit(id[i])) return false;
    sum += digit_value(id[i]) * weight;
  }
  constexpr std::string_view kSigns = "0K987654321";
  return id.back() == kSigns[sum % 11];
}

bool is_chinese_id(std::string_view id) {
  constexpr std::array<int, 17> kWeights{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2};
  constexpr std::string_view kSigns = "10X98765432";
  return id[0] != '0' && is_date(number_at(id, 10, 2), number_at(id, 12, 2)) &&
         id.back() == kSigns[weighted_sum(id, kWeights, 11)];
}

bool is_my_number(std::string_view id) {
  constexpr std::array<int, 11> kWeights{6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2};
  return !all_same(id) && has_digit_11(id, kWeights, 11);
}

bool is_rrn(std::string_view id) { return is_yymmdd(id) && id[6] >= '1' && id[6] <= '8'; }

bool is_aadhaar(std::string_view id) { return id[0] > '1' && has_verhoeff(id) && !all_same(id); }

bool is_pan(std::string_view id) {
  return std::string_view("ABCFGHJLPT").find(id[3]) != std::string_view::npos;
}

// The number of a state, a PAN, how many there are of it, and a Z in all of them.
bool is_gstin(std::string_view id) {
  const auto state = number_at(id, 0, 2);
  return ((state >= 1 && state <= 38) || state == 97 || state == 99) && id[13] == 'Z';
}

bool is_nric(std::string_view id) {
  constexpr std::array<int, 7> kWeights{2, 7, 6, 5, 4, 3, 2};
  auto sum = weighted_sum(id.substr(1), kWeights, 1'000'000);
  if (id[0] == 'T' || id[0] == 'G') sum += 4;
  if (id[0] == 'M') sum += 3;
  const auto rest = sum % 11;
  if (id[0] == 'S' || id[0] == 'T') return id[8] == std::string_view("JZIHGFEDCBA")[rest];
  if (id[0] == 'F' || id[0] == 'G') return id[8] == std::string_view("XWUTRQPNMLK")[rest];
  return id[0] == 'M' && id[8] == std::string_view("XWUTRQPNJLK")[rest];
}

bool is_thai_id(std::string_view id) {
  constexpr std::array<int, 12> kWeights{13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2};
  return id[0] != '0' && id[0] != '9' && id[1] != '0' &&
         (11 - weighted_sum(id, kWeights, 11)) % 10 == digit_value(id[12]);
}

bool is_turkish_id(std::string_view id) {
  constexpr std::array<int, 9> kWeights{7, -1, 7, -1, 7, -1, 7, -1, 7};
  constexpr std::array<int, 10> kOnes{1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  return id[0] != '0' && weighted_sum(id, kWeights, 10) == digit_value(id[9]) &&
         weighted_sum(id, kOnes, 10) == digit_value(id[10]);
}

bool is_south_african_id(std::string_view id) {
  return is_yymmdd(id) && id[10] <= '2' && has_luhn(id);
}

bool is_tfn(std::string_view id) {
  constexpr std::array<int, 9> kWeights{1, 4, 3, 7, 5, 8, 6, 9, 10};
  return !all_same(id) && weighted_sum(id, kWeights, 11) == 0;
}

bool is_medicare(std::string_view id) {
  constexpr std::array<int, 8> kWeights{1, 3, 7, 9, 1, 3, 7, 9};
  return id[0] >= '2' && id[0] <= '6' && weighted_sum(id, kWeights, 10) == digit_value(id[8]);
}

bool is_israeli_id(std::string_view id) { return has_luhn(id) && !all_same(id); }

constexpr auto kSocial = bits_of(Topic::kSocial);
constexpr auto kTax = bits_of(Topic::kTax) | kSocial;
constexpr auto kHealth = bits_of(Topic::kHealth);

using enum Sure;
// clang-format off
constexpr IdRule kAmericaIds[] = {
    {"us-ssn", "D9", "3-2-4 3-6 5-4", is_ssn, kPossible, kLikely, kLikely, kSocial},
    {"us-itin", "D9", "3-2-4 3-6 5-4", is_itin, kPossible, kLikely, kLikely, kTax},
    {"us-npi", "D10", "4-3-3", is_npi, kPossible, kLikely, kLikely, kHealth},
    {"us-mbi", "U11", "4-3-4", is_mbi, kLikely, kLikely, kCertain, kHealth},
    {"us-dea", "L2 D7", "", is_dea, kPossible, kNo, kLikely, kHealth},
    {"ca-sin", "D9", "3-3-3", is_sin, kPossible, kLikely, kLikely, kTax},
    {"ca-sin", "D9", "3-3-3", is_any_sin, kNo, kNo, kLikely, bits_of(Topic::kTax)},
    {"us-ein", "D9", "2-7", is_ein, kNo, kNo, kLikely, bits_of(Topic::kTax)},
    {"br-cpf", "D11", "3-3-3-2 9-2", is_cpf, kLikely, kCertain, kCertain, kTax},
    {"br-cnpj", "D14", "2-3-3-4-2", is_cnpj, kPossible, kPossible, kPossible, kTax},
    {"mx-curp", "L4 D6 L6 A1 D1", "", is_curp, kCertain, kNo, kCertain, kSocial},
    {"ar-cuit", "D11", "2-8-1", is_cuit, kPossible, kLikely, kLikely, kTax},
    {"cl-rut", "D7-8 A1", "8-1 7-1 2-3-3-1 1-3-3-1", is_rut, kPossible, kLikely, kLikely, kTax},
    {"cn-id", "D17 A1", "", is_chinese_id, kCertain, kNo, kCertain, kSocial},
    {"jp-my-number", "D12", "4-4-4", is_my_number, kPossible, kPossible, kLikely, kTax},
    {"kr-rrn", "D13", "6-7", is_rrn, kPossible, kLikely, kLikely, kSocial},
    {"kr-driving-licence", "D12", "2-2-6-2", nullptr, kNo, kPossible, kLikely, bits_of(Topic::kLicence)},
    {"in-aadhaar", "D12", "4-4-4", is_aadhaar, kPossible, kLikely, kLikely, kSocial},
    {"in-pan", "L5 D4 L1", "", is_pan, kLikely, kNo, kCertain, kTax},
    {"in-gstin", "D2 L5 D4 L1 A1 L1 A1", "", is_gstin, kLikely, kNo, kCertain, kTax},
    {"in-voter-id", "L3 D7", "", nullptr, kPossible, kNo, kLikely, kSocial},
    {"sg-nric", "L1 D7 L1", "", is_nric, kLikely, kNo, kCertain, kSocial},
    {"th-id", "D13", "1-4-5-2-1", is_thai_id, kPossible, kCertain, kLikely, kSocial},
    {"tr-id", "D11", "", is_turkish_id, kLikely, kNo, kCertain, kSocial},
    {"za-id", "D13", "6-4-3", is_south_african_id, kLikely, kLikely, kCertain, kSocial},
    {"au-tfn", "D9", "3-3-3", is_tfn, kPossible, kPossible, kLikely, kTax},
    {"au-medicare", "D10", "4-5-1", is_medicare, kPossible, kLikely, kLikely, kHealth},
    {"il-id", "D9", "", is_israeli_id, kNo, kNo, kPossible, kSocial},
    {"ng-nin", "D11", "", nullptr, kNo, kNo, kLikely, kSocial},
    {"ph-tin", "D9", "3-3-3", nullptr, kNo, kNo, kLikely, bits_of(Topic::kTax)},
    {"ph-tin-branch", "D12", "3-3-3-3", nullptr, kNo, kPossible, kLikely, bits_of(Topic::kTax)},
};
// clang-format on

}  // namespace

std::span<const IdRule> ids_of_america() { return kAmericaIds; }

}  // namespace touchstone::detect
