#include "policy/place.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace touchstone::policy {
namespace {

bool within(std::string_view folder, std::string_view path) {
  return Path::parse(folder).value().holds(path);
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
  RC_ASSERT(folder->holds(path) == folder->covers(*Path::parse(path)));
}

bool in_network(std::string_view network, std::string_view address) {
  return Network::parse(network).value().holds(address);
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
  for (const auto* text : {"", "localhost", "010.0.0.1", "10.0.0", "10.0.0.1.", "[::1", "0x7f.1",
                           "10.0.0.1/8", "999.0.0.1"}) {
    EXPECT_FALSE(in_network("0.0.0.0/0", text)) << text;
  }
  EXPECT_FALSE(in_network("::/0", std::string(1'000'000, ':')));
  for (const auto* text :
       {"", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/8x", "a/8"}) {
    EXPECT_FALSE(Network::parse(text)) << text;
  }
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
