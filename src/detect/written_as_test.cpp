// Numbers, addresses and secrets as pages, spreadsheets, keys of JSON and files of settings have
// them.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "detect/content_for_test.hpp"

namespace touchstone::detect {
namespace {

using content_testing::has_rule;
using content_testing::scan;
using content_testing::told;
using RuleAndText = std::pair<std::string_view, std::string>;

TEST(WrittenAs, numbers_addresses_and_secrets_are_found_as_they_are_written) {
  const RuleAndText all[] = {
      {"card", "4111 1111 1111 1111"},
      {"card", "card 4111 1111 1111 1111 x"},
      {"card", "4111\u20111111\u20111111\u20111111"},
      {"card", "4111&nbsp;1111&nbsp;1111&nbsp;1111"},
      {"card", "4111&#160;1111&#160;1111&#160;1111"},
      {"card", "4111_1111_1111_1111"},
      {"card", "pay 4111  1111  1111  1111 now"},
      {"card", "4111 1111 1111 1111"},
      {"iban", "IBAN: DE89 3704 0044 0532 0130 00"},
      {"iban", "IBAN: GB82 WEST 1234 5698 7654 32"},
      {"iban", "IBAN: DE89  3704  0044  0532  0130  00"},
      {"us-ssn", "SSN 219 09 9999"},
      {"us-ssn", "SSN 219\u201109\u20119999"},
      {"us-ssn", "{\"socialSecurityNumber\":\"219099998\"}"},
      {"phone", "+49 171 2345678"},
      {"phone", "+49 171 2345678"},
      {"phone", "+49 (0) 171 2345678"},
      {"account-number", "{\"account_number\":\"12345678\"}"},
      {"account-number", "{\"accountNumber\":\"12345678\"}"},
      {"account-number", "account_number: 12345678"},
      {"account-number", "account-number=12345678"},
      {"account-number", "{\"ssn\":219099998,\"account_number\":12345678}"},
      {"account-number", "Account Number 12345678"},
      {"account-number", "Kontonr. 1234567890"},
      {"us-routing-number", "{\"routing_number\":\"021000021\"}"},
      {"passport", "{\"passportNumber\":\"C01X00T47\"}"},
      {"passport", "Passport number: C01X00T47"},
      {"us-ein", "EIN 12-3456789"},
      {"us-ein", "{\"taxId\":\"12-3456789\"}"},
      {"ca-sin", "SIN 046 454 286"},
      {"ca-sin", "{\"sin\":\"046454286\"}"},
      {"street-address", "221B Baker Street, London NW1 6XE"},
      {"street-address", "12 rue de la Paix, 75002 Paris"},
      {"street-address", "5 bis, avenue Victor Hugo"},
      {"street-address", "Calle Mayor, 12"},
      {"street-address", "Calle de Alcalá 45, 28014 Madrid"},
      {"street-address", "Via Roma 10, 00184 Roma"},
      {"street-address", "Via Giuseppe Garibaldi 5, 20121 Milano"},
      {"street-address", "Piazza Navona 3"},
      {"notion-token", "ntn_52387614923aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789"},
      {"notion-token", "ntn_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v2W3"},
      {"command-password", "machine api.host.dev login me password s3cr3tW0rd"},
      {"command-password", "machine api.host.dev\n  login me\n  password s3cr3tW0rd"},
      {"openai-legacy-key", "sk-aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5zA7bC9dE1fG3"},
      {"linear-key", "lin_oauth_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"},
      {"assigned-password", "pass: S3cr3t!!"},
      {"assigned-password", "pass=S3cr3t!!"},
      {"assigned-password", "{\"pass\":\"S3cr3t99\"}"},
      {"birth-date", "{\"birth_date\":\"1987-03-14\"}"},
      {"birth-date", "{\"dateOfBirth\":\"1987-03-14\"}"},
      {"card-code", "{\"cardSecurityCode\":\"123\"}"},
  };
  for (const auto& [rule, text] : all)
    EXPECT_TRUE(has_rule(scan(text), rule)) << rule << ": " << text << " " << told(scan(text));
}

TEST(WrittenAs, what_only_looks_like_them_is_none) {
  for (const auto* text :
       {"1 234 567 €", "12 000 km", "bypass: Abc1234x", "First pass: x86_64 build",
        "machine learning for the password Abc1234", "machine login screen password Secret12",
        "1234  5678  9012  3456  7890", "img_20240115_123456.jpg", "20240115_1234.jpg",
        "1_000_000_000", "the taxidermist 123456789", "Via Python 3", "Via Composer 2, then",
        "taxid 1", "4111_1111_1111_1112", "0001  4111  1111  1111  1111", "ein 12-3456789",
        "\"ceilings\":123456789", "pages 1234–1240"}) {
    EXPECT_EQ(told(scan(text)), "") << text;
  }
}

TEST(WrittenAs, every_separator_of_a_number_belongs_to_its_span) {
  for (const auto* sign :
       {"\u00a0", "\u2009", "\u202f", "\u2007", "\u2003", "\u3000", "\u2010", "\u2011", "\u2012",
        "&nbsp;", "&#160;", "&#xA0;", "&thinsp;", "\\u00a0", "_", "  ", " ", "-"}) {
    auto number = std::string("4111");
    for (int i = 0; i < 3; ++i) number += std::string(sign) + "1111";
    const auto text = "card " + number + ", thanks";
    EXPECT_EQ(told(scan(text)), "card@5-" + std::to_string(5 + number.size())) << text;
  }
}

TEST(WrittenAs, a_key_says_more_of_its_value_than_the_keys_around_it) {
  const auto found = scan(R"({"ssn":219099998,"account_number":12345678,"phone":"5550147"})");
  EXPECT_EQ(told(found), "us-ssn@7-16, account-number@34-42, phone@52-59");
}

}  // namespace
}  // namespace touchstone::detect
