#include "detect/check_digits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/seal.hpp"
#include "detect/ascii.hpp"

namespace touchstone::detect {
namespace {

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_ascii_digit);
}

// The group D5 and its powers of one permutation, which Verhoeff's scheme is made of.
constexpr std::array<std::array<std::uint8_t, 10>, 10> kD5{{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
                                                            {1, 2, 3, 4, 0, 6, 7, 8, 9, 5},
                                                            {2, 3, 4, 0, 1, 7, 8, 9, 5, 6},
                                                            {3, 4, 0, 1, 2, 8, 9, 5, 6, 7},
                                                            {4, 0, 1, 2, 3, 9, 5, 6, 7, 8},
                                                            {5, 9, 8, 7, 6, 0, 4, 3, 2, 1},
                                                            {6, 5, 9, 8, 7, 1, 0, 4, 3, 2},
                                                            {7, 6, 5, 9, 8, 2, 1, 0, 4, 3},
                                                            {8, 7, 6, 5, 9, 3, 2, 1, 0, 4},
                                                            {9, 8, 7, 6, 5, 4, 3, 2, 1, 0}}};
constexpr std::array<std::uint8_t, 10> kTurn{1, 5, 7, 6, 2, 8, 3, 0, 9, 4};
constexpr auto kTurns = [] {
  std::array<std::array<std::uint8_t, 10>, 8> out{};
  for (std::uint8_t i = 0; i < 10; ++i) out[0][i] = i;
  for (std::size_t power = 1; power < out.size(); ++power) {
    for (std::size_t i = 0; i < 10; ++i) out[power][i] = out[power - 1][kTurn[i]];
  }
  return out;
}();

constexpr auto kCrcTable = [] {
  std::array<std::uint32_t, 256> out{};
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1U) ^ ((value & 1U) * 0xEDB88320U);
    out[i] = value;
  }
  return out;
}();

constexpr std::string_view kBase62 =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kBase58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
constexpr std::string_view kBech32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
constexpr std::size_t kAddressBytes = 25;  // version, hash of 20, check of 4

std::uint32_t bech32_step(std::uint32_t sum, std::uint32_t value) {
  constexpr std::array<std::uint32_t, 5> kGenerator{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd,
                                                    0x2a1462b3};
  const auto top = sum >> 25U;
  sum = ((sum & 0x1ffffffU) << 5U) ^ value;
  for (std::size_t i = 0; i < kGenerator.size(); ++i) {
    if ((top >> i & 1U) != 0) sum ^= kGenerator[i];
  }
  return sum;
}

unsigned two_digits(std::string_view text, std::size_t at) {
  return 10 * digit_value(text[at]) + digit_value(text[at + 1]);
}

}  // namespace

bool has_luhn(std::string_view digits) {
  if (!all_digits(digits)) return false;
  unsigned sum = 0;
  bool twice = false;
  for (auto i = digits.size(); i-- > 0; twice = !twice) {
    const auto value = digit_value(digits[i]) << (twice ? 1U : 0U);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 == 0;
}

bool has_verhoeff(std::string_view digits) {
  if (!all_digits(digits)) return false;
  std::uint8_t state = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const auto digit = digit_value(digits[digits.size() - 1 - i]);
    state = kD5[state][kTurns[i % kTurns.size()][digit]];
  }
  return state == 0;
}

bool has_iso7064_11_10(std::string_view digits) {
  if (!all_digits(digits)) return false;
  unsigned product = 10;
  for (const char c : digits.substr(0, digits.size() - 1)) {
    auto sum = (digit_value(c) + product) % 10;
    if (sum == 0) sum = 10;
    product = 2 * sum % 11;
  }
  return (product + digit_value(digits.back())) % 10 == 1;
}

bool has_iban_check(std::string_view iban) {
  if (iban.size() < 5) return false;
  unsigned rest = 0;
  for (std::size_t i = 0; i < iban.size(); ++i) {
    const char c = ascii_upper(iban[(i + 4) % iban.size()]);
    if (is_ascii_digit(c)) {
      rest = (rest * 10 + digit_value(c)) % 97;
    } else if (is_ascii_upper(c)) {
      rest = (rest * 100 + static_cast<unsigned>(c - 'A') + 10) % 97;
    } else {
      return false;
    }
  }
  return rest == 1;
}

unsigned weighted_sum(std::string_view digits, std::span<const int> weights, unsigned modulus) {
  int sum = 0;
  for (std::size_t i = 0; i < std::min(digits.size(), weights.size()); ++i) {
    sum += static_cast<int>(digit_value(digits[i])) * weights[i];
  }
  const auto rest = sum % static_cast<int>(modulus);
  return static_cast<unsigned>(rest < 0 ? rest + static_cast<int>(modulus) : rest);
}

unsigned remainder_of(std::string_view digits, unsigned modulus) {
  unsigned rest = 0;
  for (const char c : digits) rest = (rest * 10 + digit_value(c)) % modulus;
  return rest;
}

bool is_date(unsigned month, unsigned day) {
  constexpr std::array<unsigned, 13> kDays{0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month >= 1 && month <= 12 && day >= 1 && day <= kDays[month];
}

bool is_yymmdd(std::string_view six) {
  return six.size() >= 6 && all_digits(six.substr(0, 6)) &&
         is_date(two_digits(six, 2), two_digits(six, 4));
}

bool is_ddmmyy(std::string_view six) {
  return six.size() >= 6 && all_digits(six.substr(0, 6)) &&
         is_date(two_digits(six, 2), two_digits(six, 0));
}

double entropy(std::string_view text) {
  std::array<std::size_t, 256> counts{};
  for (const char c : text) ++counts[static_cast<unsigned char>(c)];
  double bits = 0;
  for (const auto count : counts) {
    if (count == 0) continue;
    const auto share = static_cast<double>(count) / static_cast<double>(text.size());
    bits -= share * std::log2(share);
  }
  return bits;
}

unsigned crc32(std::string_view text) {
  std::uint32_t value = 0xFFFFFFFFU;
  for (const char c : text) {
    value = kCrcTable[(value ^ static_cast<unsigned char>(c)) & 0xFFU] ^ (value >> 8U);
  }
  return ~value;
}

bool ends_with_base62_crc(std::string_view body) {
  constexpr std::size_t kDigits = 6;
  if (body.size() <= kDigits) return false;
  auto value = crc32(body.substr(0, body.size() - kDigits));
  for (std::size_t i = 0; i < kDigits; ++i) {
    if (body[body.size() - 1 - i] != kBase62[value % 62]) return false;
    value /= 62;
  }
  return true;
}

bool is_base58_address(std::string_view text) {
  if (text.size() < 26 || text.size() > 35) return false;
  std::array<std::uint8_t, kAddressBytes> bytes{};
  for (const char c : text) {
    const auto digit = kBase58.find(c);
    if (digit == std::string_view::npos) return false;
    auto carry = static_cast<unsigned>(digit);
    for (auto i = bytes.size(); i-- > 0; carry >>= 8U) {
      carry += 58U * bytes[i];
      bytes[i] = static_cast<std::uint8_t>(carry & 0xFFU);
    }
    if (carry != 0) return false;
  }
  const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return base::sha256(base::sha256(all.substr(0, 21))).substr(0, 4) == all.substr(21);
}

bool is_bech32_address(std::string_view text) {
  const auto one = text.rfind('1');
  if (one == std::string_view::npos || one == 0 || text.size() < one + 8 || text.size() > 90)
    return false;
  std::uint32_t sum = 1;
  for (const char c : text.substr(0, one)) {
    sum = bech32_step(sum, static_cast<std::uint32_t>(ascii_lower(c)) >> 5U);
  }
  sum = bech32_step(sum, 0);
  for (const char c : text.substr(0, one)) {
    sum = bech32_step(sum, static_cast<std::uint32_t>(ascii_lower(c)) & 31U);
  }
  for (const char c : text.substr(one + 1)) {
    const auto value = kBech32.find(ascii_lower(c));
    if (value == std::string_view::npos) return false;
    sum = bech32_step(sum, static_cast<std::uint32_t>(value));
  }
  return sum == 1 || sum == 0x2bc830a3U;
}

}  // namespace touchstone::detect
