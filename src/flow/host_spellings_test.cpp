#include "flow/address.hpp"
#include "flow/punycode.hpp"
#include "flow/test_support.hpp"

namespace touchstone::flow {
namespace {

TEST(PlainAddress, is_one_for_all_spellings_of_it) {
  for (const auto* host : {"203.0.113.7", "0xcb007107", "3405803783", "0313.0.0161.7",
                           "0XCB.0x0.113.7", "203.0.28935", "203.28935"}) {
    EXPECT_EQ(plain_ipv4(host), "203.0.113.7") << host;
  }
  EXPECT_EQ(plain_ipv4("0"), "0.0.0.0");
  EXPECT_EQ(plain_ipv4("127.1"), "127.0.0.1");
}

TEST(PlainAddress, is_none_of_what_is_no_address) {
  for (const auto* host :
       {"", ".", "1.2.3.4.5", "256.1.1.1", "1.2.3.256", "1.2..3", "4294967296", "0x1ffffffff",
        "1.2.3.4.", "09.1.1.1", "a.1", "1a", "99999999999999999999"}) {
    EXPECT_EQ(plain_ipv4(host), std::nullopt) << host;
  }
  EXPECT_EQ(plain_ipv4(std::string(1'000'000, '0')), std::nullopt);
}

TEST(PlainAddress, of_six_is_short_and_of_four_where_it_is_one) {
  EXPECT_EQ(plain_ipv6("2001:DB8:0:0:0:0:0:7"), "2001:db8::7");
  EXPECT_EQ(plain_ipv6("::ffff:cb00:7107"), "203.0.113.7");
  for (const auto* none : {"", "::", ":::", "12:30:45", "1::2::3", "00:1a:2b:3c:4d:5e"})
    EXPECT_TRUE(!plain_ipv6(none) || none == std::string_view("::")) << none;
}

TEST(ReadableHost, is_what_people_read) {
  EXPECT_EQ(readable_host("xn--mnchen-3ya.example"), "m\u00FCnchen.example");
  EXPECT_EQ(readable_host("a.xn--bcher-kva.example"), "a.b\u00FCcher.example");
  EXPECT_EQ(readable_host("xn--fsqu00a.xn--0zwm56d"), "\u4F8B\u5B50.\u6D4B\u8BD5");
}

TEST(ReadableHost, says_nothing_of_what_cannot_be_read) {
  for (const auto* none : {"plain.example", "xn--\xFF.example", "xn--99999999999.example", "XN--A"})
    EXPECT_EQ(readable_host(none), std::nullopt) << none;
}

RC_GTEST_PROP(ReadableHost, reads_any_bytes, (const std::string& noise)) {
  (void)readable_host("xn--" + noise);
  (void)plain_ipv4(noise);
  (void)plain_ipv6(noise);
}

}  // namespace
}  // namespace touchstone::flow
