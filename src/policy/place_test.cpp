#include "policy/place.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "policy/path_reading.hpp"

namespace touchstone::policy {
namespace {

Answer asks_path(std::string_view folder, std::string_view path) {
  return Path::parse(folder).value().asks(path);
}
bool within(std::string_view folder, std::string_view path) {
  return asks_path(folder, path) == Answer::kYes;
}
bool outside(std::string_view folder, std::string_view path) {
  return asks_path(folder, path) == Answer::kNo;
}

TEST(WithinPath, is_the_folder_itself_or_below_it) {
  EXPECT_TRUE(within("/srv/data", "/srv/data"));
  EXPECT_TRUE(within("/srv/data/", "/srv/data/x/y"));
  EXPECT_TRUE(within("/", "/etc/passwd"));
  EXPECT_FALSE(within("/srv/data", "/srv/database"));
  EXPECT_FALSE(within("/srv/data", "/srv"));
  EXPECT_FALSE(within("/srv", "srv/x"));
  EXPECT_FALSE(within("/srv", ""));
  EXPECT_TRUE(within("docs", "docs/a"));
  EXPECT_TRUE(within("docs", "./docs/./a"));
}

TEST(WithinPath, dots_lead_nowhere_else) {
  EXPECT_FALSE(within("/srv/data", "/srv/data/../../etc/passwd"));
  EXPECT_FALSE(within("/srv/data", "/srv/data/.."));
  EXPECT_TRUE(within("/srv/data", "/srv/x/../data/y"));
  EXPECT_TRUE(within("/srv", "/../../srv//a/"));
  EXPECT_TRUE(within("/etc", "/srv/data/../../etc/passwd"));
  EXPECT_TRUE(within("/a/b", "/a/c/../b"));
  EXPECT_FALSE(within("/a/b", "/a/b/../c/b"));
  EXPECT_FALSE(within("docs", "../docs/a"));
  EXPECT_FALSE(within("docs", "docs/../../docs/a"));
  EXPECT_FALSE(Path::parse("../x"));
  EXPECT_FALSE(Path::parse(""));
}

RC_GTEST_PROP(WithinPath, walking_agrees_with_taking_the_path_apart_first, ()) {
  const auto parts = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("a", "b", "..", ".", ""));
  std::string path;
  for (const auto& part : parts) path += "/" + part;
  if (path.empty()) path = "/";
  const auto folder = Path::parse(*rc::gen::element<std::string>("/a", "/a/b", "/", "/b/a/b"));
  RC_ASSERT(folder->asks(path) == answer(folder->covers(*Path::parse(path))));
}

RC_GTEST_PROP(WithinPath, a_plain_path_is_asked_for_what_it_begins_with, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "/", "/a", "/b", "/ab", "/c.d", "/.", "..", "%", "\\", " ", "~", "file:", "\n"));
  std::string path;
  for (const auto& piece : pieces) path += piece;
  const auto folder = Path::parse(
      *rc::gen::element<std::string>("/", "/a", "/a/b/", "/ab", "/c.d/a", "a", "/.", "/ ", "/a/~"));
  if (is_plain(path)) RC_ASSERT(folder->asks(path) == answer(folder->has_plain(path)));
}

TEST(WithinPath, a_path_is_plain_if_nothing_in_it_leads_elsewhere) {
  for (const auto* path : {"/", "/a", "/a/", "/a.b/c", "/a/~", "/a b/c:d"}) {
    EXPECT_TRUE(is_plain(path)) << path;
  }
  for (const auto* path : {"", "a", "a/b", "//a", "/a//b", "/.", "/a/./b", "/a/..", "/%61", "/a\\b",
                           "/a ", "file:/a", "~/a", "/a\n"}) {
    EXPECT_FALSE(is_plain(path)) << path;
  }
}

TEST(WithinPath, the_uri_of_a_file_is_its_path) {
  for (const auto* path :
       {"file:///etc/passwd", "FILE:///etc/passwd", "file:/etc/passwd", "file://localhost/etc/x",
        "file:////etc//x", "file:///srv/../etc/x", "file:///etc/a%20b"}) {
    EXPECT_TRUE(within("/etc", path)) << path;
    EXPECT_TRUE(outside("/srv", path)) << path;
  }
  EXPECT_TRUE(within("C:/Windows", "file:///C:/Windows/x"));
  EXPECT_TRUE(within("C:\\Windows", "C:\\Windows\\x"));
}

TEST(WithinPath, what_can_be_read_in_two_ways_is_in_doubt) {
  for (const auto* path :
       {"%2Fetc/passwd", "/srv/%2e%2e/etc/passwd", "/%65tc/passwd", "/%2565tc/passwd",
        "\\etc\\passwd", "/srv\\..\\etc/passwd", " /etc/passwd", "/e\ttc/passwd",
        "file:///%65tc/passwd", "etc/passwd", "../../etc/passwd", "x/../../etc/passwd"}) {
    EXPECT_EQ(asks_path("/etc", path), Answer::kMaybe) << path;
    EXPECT_TRUE(outside("/home", path)) << path;
  }
  EXPECT_EQ(asks_path("/srv/data", "/srv/data/%2e%2e/x"), Answer::kMaybe);
  EXPECT_EQ(asks_path("/home/ann/.ssh", "../.ssh/id"), Answer::kMaybe);
  EXPECT_EQ(asks_path("/home/ann/.ssh", "~/.ssh/id"), Answer::kMaybe);
  EXPECT_EQ(asks_path("/home/ann/.ssh", "~ann/.ssh/id"), Answer::kMaybe);
  EXPECT_TRUE(outside("/home/ann/.ssh", "../README.md"));
  EXPECT_TRUE(outside("/home/ann/.ssh", "~/work"));
  EXPECT_EQ(asks_path("secrets", "../work/secrets/x"), Answer::kMaybe);
  EXPECT_TRUE(outside("secrets", "../work/x"));
}

TEST(WithinPath, what_cannot_be_read_may_be_anywhere) {
  using namespace std::string_view_literals;
  for (const auto path :
       {"/srv\0/x"sv, "/srv/%00"sv, "/srv/%c0%af"sv, "\xC0\xAE./x"sv, "%25252525252fetc"sv}) {
    EXPECT_EQ(asks_path("/etc", path), Answer::kMaybe) << path;
  }
  EXPECT_EQ(asks_path("/etc", "/srv/%20" + std::string(100'000, 'x')), Answer::kMaybe);
  EXPECT_TRUE(outside("/etc", "/srv/" + std::string(100'000, 'x')));
  EXPECT_TRUE(outside("/etc", "/srv/100%"));
}

Answer asks_network(std::string_view network, std::string_view address) {
  return Network::parse(network).value().asks(address);
}
bool in_network(std::string_view network, std::string_view address) {
  return asks_network(network, address) == Answer::kYes;
}

TEST(Cidr, addresses_of_both_kinds_with_and_without_a_port) {
  EXPECT_TRUE(in_network("10.0.0.0/8", "10.255.1.2"));
  EXPECT_TRUE(in_network("10.0.0.0/8", "10.1.2.3:443"));
  EXPECT_FALSE(in_network("10.0.0.0/8", "11.0.0.0"));
  EXPECT_TRUE(in_network("192.168.1.128/25", "192.168.1.200"));
  EXPECT_FALSE(in_network("192.168.1.128/25", "192.168.1.100"));
  EXPECT_TRUE(in_network("127.0.0.1", "127.0.0.1"));
  EXPECT_TRUE(in_network("2001:db8::/32", "2001:db8:1::5"));
  EXPECT_TRUE(in_network("::1", "[::1]:80"));
  EXPECT_TRUE(in_network("10.0.0.0/8", "::ffff:10.0.0.1"));
  EXPECT_FALSE(in_network("::/0", "10.0.0.1"));
  EXPECT_TRUE(in_network("0.0.0.0/0", "8.8.8.8"));
  EXPECT_FALSE(in_network("0.0.0.0/0", "::1"));
}

TEST(Cidr, what_is_no_address_is_in_no_network) {
  for (const auto* text : {"",
                           "localhost",
                           "[::1",
                           "999.0.0.1",
                           "1.2.3.4.5",
                           "10..1",
                           "0xg",
                           "08x",
                           "4294967296",
                           "10.16777216",
                           "http://",
                           "http://example.org/10.1.2.3",
                           "http://10.1.2.3@example.org/",
                           "@",
                           "10.1.2.3.example.org",
                           "mailto:ann",
                           "a:b:c",
                           "一〇.一.二.三",
                           "10.1.2.3é",
                           "ä",
                           "\xEF\xBC",
                           "%EF%BC",
                           "\xFF.1"}) {
    EXPECT_EQ(asks_network("0.0.0.0/0", text), Answer::kNo) << text;
  }
  EXPECT_EQ(asks_network("::/0", std::string(1'000'000, ':')), Answer::kNo);
  for (const auto* text :
       {"", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/8x", "a/8"}) {
    EXPECT_FALSE(Network::parse(text)) << text;
  }
}

TEST(Cidr, an_address_is_read_as_inet_aton_and_readers_of_urls_do) {
  for (const auto* text : {"167838211",
                           "0x0a010203",
                           "0XA.0x1.515",
                           "10.66051",
                           "10.1.515",
                           "012.1.2.3",
                           "http://10.1.2.3/",
                           "https://ann:pw@10.1.2.3:8443/x?y=@z",
                           "10.1.2.3:80",
                           "10.1.2.3/x",
                           "[::ffff:10.1.2.3]",
                           "http://[::ffff:a01:203]:80/",
                           "ann@10.1.2.3",
                           "//10.1.2.3/x",
                           "http:10.1.2.3",
                           "http:/10.1.2.3",
                           "http:\\\\10.1.2.3\\x",
                           " 10.1.2.3\n",
                           "10.1.2.3.",
                           "http://0xa.1.2.3/",
                           "http://%31%30.1.2.3/",
                           "http://１０.1.2.3/",
                           "http://10。1。2。3/",
                           "ftp://10.1.2.3",
                           "10.1.2.3?x",
                           "10.1.2.3:http",
                           "tcp://10.1.2.3:ssh",
                           "[::ffff:10.1.2.3]:https",
                           "h\ttp://10.1.2.3"}) {
    EXPECT_NE(asks_network("10.0.0.0/8", text), Answer::kNo) << text;
    EXPECT_EQ(asks_network("192.168.0.0/16", text), Answer::kNo) << text;
  }
  EXPECT_TRUE(in_network("10.0.0.0/8", "http://10.1.2.3/"));
  EXPECT_TRUE(in_network("fe80::/10", "fe80::1%eth0"));
  EXPECT_TRUE(in_network("fe80::/10", "http://[fe80::1%25eth0]/"));
}

TEST(Cidr, no_length_and_no_letter_hides_an_address) {
  const std::string zeros(5000, '0');
  std::string escaped = "http://";
  for (int i = 0; i < 200; ++i) escaped += "%30";
  for (const auto& text : {
           "http://0x" + zeros + "a.1.2.3/",
           "10." + zeros + "1.2.3",
           escaped + "12.1.2.3/",
           std::string("http://%EF%BC%91%EF%BC%90.1.2.3/"),
           std::string("http://\xEF%BC\x91"
                       "0.1.2.3/"),
           std::string("http://①⓪.¹.₂.𝟛/"),
           std::string("http://⒑1.2.3/"),
           std::string("http://1\u00AD0.1.\u200B2.3/"),
           "http://" + std::string(100, ' ') + "10.1.2.3" + std::string(300, '\t') + "/",
       }) {
    EXPECT_NE(asks_network("10.0.0.0/8", text), Answer::kNo) << text;
    EXPECT_EQ(asks_network("192.168.0.0/16", text), Answer::kNo) << text;
  }
}

TEST(Cidr, where_readers_differ_it_is_in_doubt) {
  EXPECT_EQ(asks_network("10.0.0.0/8", "http://١٠.1.2.3/"), Answer::kMaybe);
  EXPECT_EQ(asks_network("10.0.0.0/8", "१०.१.२.३"), Answer::kMaybe);
  EXPECT_EQ(asks_network("10.0.0.0/8", "010.1.2.3"), Answer::kMaybe);
  EXPECT_EQ(asks_network("8.0.0.0/8", "010.1.2.3"), Answer::kMaybe);
  EXPECT_EQ(asks_network("10.0.0.0/8", "http://example.org\\@10.1.2.3/"), Answer::kMaybe);
  EXPECT_EQ(asks_network("10.0.0.0/8", "64:ff9b::10.1.2.3"), Answer::kMaybe);
  EXPECT_EQ(asks_network("10.0.0.0/8", "2002:a01:203::1"), Answer::kMaybe);
  EXPECT_EQ(asks_network("10.0.0.0/8", "::10.1.2.3"), Answer::kMaybe);
  EXPECT_TRUE(in_network("::1", "::1"));
}

TEST(Cidr, networks_cover_what_lies_in_them) {
  const auto covers = [](std::string_view outer, std::string_view inner) {
    return Network::parse(outer)->covers(*Network::parse(inner));
  };
  EXPECT_TRUE(covers("10.0.0.0/8", "10.1.0.0/16"));
  EXPECT_TRUE(covers("10.0.0.0/8", "10.200.3.4"));
  EXPECT_FALSE(covers("10.1.0.0/16", "10.0.0.0/8"));
  EXPECT_FALSE(covers("10.0.0.0/8", "11.0.0.0/16"));
  EXPECT_TRUE(covers("2001:db8::/32", "2001:db8:1::/48"));
  EXPECT_FALSE(covers("::/0", "10.0.0.0/8"));
  EXPECT_TRUE(covers("0.0.0.0/0", "10.0.0.0/8"));
}

}  // namespace
}  // namespace touchstone::policy
