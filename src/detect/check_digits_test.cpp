#include "detect/check_digits.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "detect/id_rules.hpp"

namespace touchstone::detect {
namespace {

std::string digits_of(const std::vector<std::uint8_t>& values) {
  std::string out;
  for (const auto value : values) out += static_cast<char>('0' + value % 10);
  return out;
}

// Exactly one digit at the end makes it right.
template <typename Check>
int right_endings(const std::string& body, Check check) {
  int right = 0;
  for (char c = '0'; c <= '9'; ++c) right += check(body + c) ? 1 : 0;
  return right;
}

TEST(CheckDigits, known_numbers_are_right_and_their_neighbours_are_not) {
  EXPECT_TRUE(has_luhn("4111111111111111"));  // the card that every document shows
  EXPECT_FALSE(has_luhn("4111111111111112"));
  EXPECT_TRUE(has_iban_check("DE67100500003141592653"));  // made for this test
  EXPECT_FALSE(has_iban_check("DE68100500003141592653"));
  EXPECT_TRUE(has_verhoeff("2363"));  // 236 and its check digit, as Verhoeff's paper has it
  EXPECT_FALSE(has_verhoeff("2364"));
  EXPECT_EQ(crc32("123456789"), 0xCBF43926U);
}

TEST(CheckDigits, what_is_no_number_is_false) {
  for (const auto* text : {"", "x", "12a4", "\xFF\xFF"}) {
    EXPECT_FALSE(has_luhn(text));
    EXPECT_FALSE(has_verhoeff(text));
    EXPECT_FALSE(has_iso7064_11_10(text));
    EXPECT_FALSE(has_iban_check(text));
  }
}

RC_GTEST_PROP(CheckDigits, one_digit_in_ten_is_right, (const std::vector<std::uint8_t>& values)) {
  const auto body = digits_of(values) + "7";
  RC_ASSERT(right_endings(body, has_luhn) == 1);
  RC_ASSERT(right_endings(body, has_verhoeff) == 1);
  RC_ASSERT(right_endings(body, has_iso7064_11_10) == 1);
}

RC_GTEST_PROP(CheckDigits, verhoeff_notices_a_swap, (const std::vector<std::uint8_t>& values)) {
  const auto body = digits_of(values) + "12";
  for (char c = '0'; c <= '9'; ++c) {
    auto number = body + c;
    if (!has_verhoeff(number)) continue;
    std::swap(number[number.size() - 2], number[number.size() - 3]);
    RC_ASSERT(!has_verhoeff(number));
  }
}

TEST(CheckDigits, entropy_is_what_shannon_says) {
  EXPECT_DOUBLE_EQ(entropy("aaaa"), 0);
  EXPECT_DOUBLE_EQ(entropy("abab"), 1);
  EXPECT_DOUBLE_EQ(entropy("abcd"), 2);
  EXPECT_DOUBLE_EQ(entropy(""), 0);
}

TEST(CheckDigits, dates_have_days_that_months_have) {
  EXPECT_TRUE(is_yymmdd("960229"));
  EXPECT_FALSE(is_yymmdd("961332"));
  EXPECT_FALSE(is_yymmdd("9602"));
  EXPECT_TRUE(is_ddmmyy("311299"));
  EXPECT_FALSE(is_ddmmyy("310499"));
}

TEST(CheckDigits, addresses_of_wallets_carry_their_own_check) {
  // The first block's, known to everybody; and the example of BIP 173.
  EXPECT_TRUE(is_base58_address("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"));
  EXPECT_FALSE(is_base58_address("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"));
  EXPECT_TRUE(is_bech32_address("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"));
  EXPECT_FALSE(is_bech32_address("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"));
  EXPECT_FALSE(is_bech32_address("1"));
  EXPECT_FALSE(is_bech32_address(""));
}

TEST(CheckDigits, a_card_has_an_issuer_and_a_length_of_theirs) {
  EXPECT_TRUE(is_card_number("4111111111111111"));
  EXPECT_TRUE(is_card_number("378282246310005"));
  EXPECT_FALSE(is_card_number("9111111111111116"));  // nobody's, though the check digit fits
  EXPECT_EQ(iban_length("NO"), 15U);
  EXPECT_EQ(iban_length("ZZ"), 0U);
  EXPECT_EQ(iban_length(""), 0U);
}

}  // namespace
}  // namespace touchstone::detect
